import type { RowEdit } from '../edit/EditCell.tsx';
import type { InlineEdit } from '../edit/useInlineEdit.ts';

const editsOfRecord = new WeakMap<object, Map<number, RowEdit>>();

/**
 * Returns a row's part of the editing state. Equal results remain the same objects, so that other rows do not render.
 */
export function editRow({ drafts, active, handlers }: InlineEdit, id: number): RowEdit {
  const draft = drafts.get(id);
  const here = active?.id === id ? active : null;
  const name = here?.name ?? null;
  const typing = here?.typing ?? false;
  const rows = editsOfRecord.get(handlers) ?? new Map<number, RowEdit>();
  editsOfRecord.set(handlers, rows);
  const before = rows.get(id);
  if (before && before.draft === draft && before.active === name && before.typing === typing) return before;
  const now: RowEdit = { ...handlers, draft, active: name, typing };
  rows.set(id, now);
  return now;
}
