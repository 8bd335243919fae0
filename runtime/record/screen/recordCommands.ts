/** Commands of the displayed record. */
import type { Text } from '../../../generated/definition.ts';
import type { Command } from '../../kit/command/command.ts';

type Ability =
  | 'edit'
  | 'delete'
  | 'details'
  | 'history'
  | 'comments'
  | 'attachments'
  | 'back'
  | 'handover'
  | 'share';

const ENTRIES: readonly [ability: Ability, icon: string, title: Text, shortcut?: string][] = [
  ['edit', 'edit', { zh: '编辑这条记录', en: 'Edit this record' }, 'e'],
  ['details', 'list', { zh: '查看详情', en: 'Show the details' }, '1'],
  ['history', 'history', { zh: '查看历史', en: 'Show the history' }, '2'],
  ['comments', 'message', { zh: '查看评论', en: 'Show the comments' }, '3'],
  ['attachments', 'folder', { zh: '查看附件', en: 'Show the attachments' }, '4'],
  ['handover', 'user', { zh: '移交这条记录', en: 'Hand this record over' }],
  ['share', 'team', { zh: '共享这条记录', en: 'Share this record' }],
  ['back', 'back', { zh: '返回列表', en: 'Back to the list' }, 'u'],
  ['delete', 'delete', { zh: '删除这条记录', en: 'Delete this record' }],
];

export function commandsRecord(abilities: Partial<Record<Ability, () => void>>): Command[] {
  return ENTRIES.flatMap(([ability, icon, title, shortcut]) => {
    const run = abilities[ability];
    return run ? [{ id: `record.${ability}`, group: 'here' as const, icon, title, shortcut, run }] : [];
  });
}
