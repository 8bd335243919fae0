/** Commands of the current list, for its buttons, its menu, the palette and shortcuts. */
import type { EntityDefinition, Text } from '../../../generated/definition.ts';
import { entityName } from '../../form/values/entityName.ts';
import type { Command } from '../../kit/command/command.ts';
import type { StationTool } from '../../record/dialog/entityExtras.ts';

/** The user's abilities. A missing ability is not available. */
export type Abilities = Partial<
  Record<
    | 'create'
    | 'search'
    | 'select'
    | 'edit'
    | 'import'
    | 'export'
    | 'print'
    | 'subscribe'
    | 'treeOpen'
    | 'treeClose'
    | 'why'
    | 'clear',
    () => void
  >
>;

const SEARCH = '.wd-page:not([hidden]) .wd-list-search input';

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>(SEARCH)?.focus();
}

type Entry = [ability: keyof Abilities, icon: string, title: Text, shortcut?: string];

const SEARCH_ENTRY: Entry = ['search', 'search', { zh: '搜索列表', en: 'Search the list' }, '/'];
const CLEAR_ENTRY: Entry = ['clear', 'close', { zh: '清除筛选', en: 'Clear filters' }];
/** Commands beside the list's main button. On a phone they are in one menu. */
const TOOLS: readonly Entry[] = [
  ['treeOpen', 'expand', { zh: '全部展开', en: 'Open all levels' }],
  ['treeClose', 'collapse', { zh: '全部收起', en: 'Close all levels' }],
  ['edit', 'edit', { zh: '在列表中编辑', en: 'Edit in list' }, 'e'],
  ['select', 'check', { zh: '选择多条', en: 'Select several' }],
  ['import', 'upload', { zh: '导入', en: 'Import' }],
  ['export', 'download', { zh: '导出', en: 'Export' }],
  ['print', 'print', { zh: '打印', en: 'Print' }],
  ['subscribe', 'subscribe', { zh: '订阅到日历', en: 'Subscribe in a calendar' }],
  ['why', 'info', { zh: '为什么不能操作？', en: 'Why can’t I …?' }],
];

function possible(abilities: Abilities, entries: readonly Entry[]): Command[] {
  return entries.flatMap(([ability, icon, title, shortcut]) => {
    const run = abilities[ability];
    return run ? [{ id: `list.${ability}`, group: 'here' as const, icon, title, shortcut, run }] : [];
  });
}

export function commandsTools(abilities: Abilities): Command[] {
  return possible(abilities, TOOLS);
}

export function commandsList(entity: EntityDefinition, abilities: Abilities): Command[] {
  const create = { zh: `新建${entityName(entity, 'zh')}`, en: `New ${entityName(entity, 'en')}` };
  return possible(abilities, [['create', 'plus', create, 'n'], SEARCH_ENTRY, ...TOOLS, CLEAR_ENTRY]);
}

export function commandsStation(tools: readonly StationTool[], open: (tool: StationTool) => void): Command[] {
  return tools.map((tool) => ({
    id: `list.${tool.key}`,
    group: 'here' as const,
    icon: tool.icon,
    title: tool.title,
    run: () => open(tool),
  }));
}
