/** Bulk commands that change, export or delete the selected records. */
import type { Text, Transition } from '../../../generated/definition.ts';
import type { Command } from '../../kit/command/command.ts';

type Ability = 'edit' | 'handover' | 'share' | 'delete' | 'export' | 'print' | 'documents' | 'labels';

const ENTRIES: readonly [ability: Ability, icon: string, title: Text, label: Text][] = [
  ['edit', 'edit', { zh: '批量编辑所选', en: 'Edit the selected' }, { zh: '批量编辑', en: 'Bulk edit' }],
  ['handover', 'user', { zh: '移交所选', en: 'Hand over the selected' }, { zh: '移交', en: 'Hand over' }],
  ['share', 'team', { zh: '共享所选', en: 'Share the selected' }, { zh: '共享', en: 'Share' }],
  ['export', 'download', { zh: '导出所选', en: 'Export the selected' }, { zh: '导出', en: 'Export' }],
  ['print', 'print', { zh: '打印所选', en: 'Print the selected' }, { zh: '打印', en: 'Print' }],
  [
    'documents',
    'report',
    { zh: '生成所选记录的文档', en: 'Documents of the selected' },
    { zh: '生成文档', en: 'Documents' },
  ],
  [
    'labels',
    'tag',
    { zh: '打印所选标签', en: 'Print labels for selection' },
    { zh: '打印标签', en: 'Labels' },
  ],
  ['delete', 'delete', { zh: '删除所选', en: 'Delete the selected' }, { zh: '删除', en: 'Delete' }],
];

export function commandsBulk(abilities: Partial<Record<Ability, () => void>>): Command[] {
  return ENTRIES.flatMap(([ability, icon, title, label]) => {
    const run = abilities[ability];
    const danger = ability === 'delete';
    return run ? [{ id: `bulk.${ability}`, group: 'here' as const, icon, title, label, danger, run }] : [];
  });
}

/** Returns a command for each transition. Selected records in another state are skipped. */
export function listMoveCommands(moves: readonly Transition[], run: (move: Transition) => void): Command[] {
  return moves.map((move) => ({
    id: `bulk.move.${move.name}`,
    group: 'here' as const,
    icon: move.icon ?? 'chevron',
    title: { zh: `${move.title.zh}（所选）`, en: `${move.title.en} (the selected)` },
    label: move.title,
    danger: move.danger === true,
    run: () => run(move),
  }));
}
