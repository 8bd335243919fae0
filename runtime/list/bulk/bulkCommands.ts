/** The picked records of a list can be changed, exported or deleted together by these commands. */
import type { Text } from '../../../generated/definition.ts';
import type { Command } from '../../kit/command/command.ts';

type Ability = 'edit' | 'delete' | 'export' | 'print';

const ENTRIES: readonly [ability: Ability, icon: string, title: Text, label: Text][] = [
  ['edit', 'edit', { zh: '批量编辑所选', en: 'Edit the selected' }, { zh: '批量编辑', en: 'Bulk edit' }],
  ['export', 'download', { zh: '导出所选', en: 'Export the selected' }, { zh: '导出', en: 'Export' }],
  ['print', 'print', { zh: '打印所选', en: 'Print the selected' }, { zh: '打印', en: 'Print' }],
  ['delete', 'delete', { zh: '删除所选', en: 'Delete the selected' }, { zh: '删除', en: 'Delete' }],
];

export function commandsBulk(abilities: Partial<Record<Ability, () => void>>): Command[] {
  return ENTRIES.flatMap(([ability, icon, title, label]) => {
    const run = abilities[ability];
    const danger = ability === 'delete';
    return run ? [{ id: `bulk.${ability}`, group: 'here' as const, icon, title, label, danger, run }] : [];
  });
}
