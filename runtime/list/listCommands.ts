/** What one can do with the list at hand. */
import type { Text } from '../../generated/definition.ts';
import type { Command } from '../command/command.ts';

interface Abilities {
  /** What one record is called. */
  title: Text;
  searchable: boolean;
  onCreate?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
  onPrint?: (() => void) | undefined;
}

const SEARCH = '.wd-page:not([hidden]) .wd-list-search input';

function search_focus(): void {
  document.querySelector<HTMLInputElement>(SEARCH)?.focus();
}

export function commands_list({ title, searchable, onCreate, onEdit, onPrint }: Abilities): Command[] {
  const command = (id: string, icon: string, text: Text, run: () => void, shortcut?: string): Command => ({
    id: `list.${id}`,
    group: 'here',
    icon,
    title: text,
    ...(shortcut && { shortcut }),
    run,
  });
  return [
    ...(onCreate
      ? [
          command(
            'create',
            'plus',
            { zh: `新建${title.zh}`, en: `New ${title.en.toLowerCase()}` },
            onCreate,
            'n',
          ),
        ]
      : []),
    ...(searchable
      ? [command('search', 'search', { zh: '搜索列表', en: 'Search the list' }, search_focus, '/')]
      : []),
    ...(onEdit ? [command('edit', 'edit', { zh: '在列表中编辑', en: 'Edit in the list' }, onEdit, 'e')] : []),
    ...(onPrint ? [command('print', 'print', { zh: '打印列表', en: 'Print the list' }, onPrint)] : []),
  ];
}
