/** Returns the history of a record as its reader may see it, and restores earlier values. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { showLines } from '../entities/lines/linesShown.ts';
import { type Diff, HIDDEN } from '../entities/write/recordDiff.ts';
import { same } from '../entities/write/storedEqual.ts';
import { NOTE } from './notes.ts';

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
  hidden?: boolean;
}

/** Entries about the record as a whole, which contain no single change to undo. */
const WHOLE = new Set(['create', 'import', 'delete', 'bulkDelete', 'restore', 'purge']);

/** Prefix of values from the form of a transition that are not fields of the record. */
const FORM = 'form.';

/** Returns the visible fields of a change, and whether hidden fields changed too. */
export function listShownChanges(
  entity: EntityDefinition,
  caller: Caller,
  diff: Diff,
): { changes: FieldChange[]; withheld: boolean } {
  const fields = Object.keys(entity.schema.properties ?? {}).filter((field) => diff[field]);
  const notes = Object.entries(diff).filter(([field]) => field.startsWith(FORM) || field.startsWith(NOTE));
  const seen = fields.filter((field) => fieldAccess(caller, entity, field) !== 'hidden');
  const changes = seen.map((field) => {
    const [before, after] = diff[field] ?? [];
    return before === HIDDEN || after === HIDDEN
      ? { field, before: null, after: null, hidden: true }
      : {
          field,
          before: showLines(caller, entity, field, before),
          after: showLines(caller, entity, field, after),
        };
  });
  return {
    changes: [...changes, ...notes.map(([field, [before, after]]) => ({ field, before, after }))],
    withheld: seen.length < fields.length,
  };
}

/** Returns whether the user may restore an old value of the field. */
function revertible(entity: EntityDefinition, caller: Caller, name: string): boolean {
  const field = fieldsOf(entity)[name];
  if (!field || field.readOnly || field['x-immutable'] || field['x-computed']) return false;
  // Only transitions change a state.
  if (name === entity.states?.field || name === entity.approval?.field) return false;
  return fieldAccess(caller, entity, name) === 'write';
}

export const changeUndoable = (
  entity: EntityDefinition,
  caller: Caller,
  action: string,
  changes: readonly FieldChange[],
): boolean =>
  !WHOLE.has(action) && changes.some(({ field, hidden }) => !hidden && revertible(entity, caller, field));

interface HistoryEntry {
  id: number;
  diff: Diff;
}

/**
 * Returns old values: to undo one change (`undo`), or to restore the record as it was after the change (`moment`).
 * `later` contains the entries after the change, in any order.
 */
export function revertValues(
  target: HistoryEntry,
  later: readonly HistoryEntry[],
  mode: 'undo' | 'moment',
): Values {
  // The earliest later entry of a field contains its value at that moment. Entries are therefore applied from new to
  // old.
  const entries = mode === 'undo' ? [target] : [...later].sort((a, b) => b.id - a.id);
  const values: Values = {};
  for (const { diff } of entries) {
    for (const [field, [before, after]] of Object.entries(diff)) {
      if (before === HIDDEN || after === HIDDEN) delete values[field];
      else values[field] = before;
    }
  }
  return values;
}

/** Returns the changes that a restoration would make: fields with different values that the caller may write. */
export function revertChanges(
  entity: EntityDefinition,
  caller: Caller,
  now: Row,
  values: Values,
): FieldChange[] {
  return Object.keys(fieldsOf(entity))
    .filter(
      (field) => field in values && revertible(entity, caller, field) && !same(now[field], values[field]),
    )
    .map((field) => ({ field, before: now[field] ?? null, after: values[field] ?? null }));
}

const ofRecord = (trx: Trx, entity: EntityDefinition, id: number) =>
  trx.selectFrom('auditLog').where('entity', '=', entity.name).where('recordId', '=', String(id));

export async function historyPage(
  trx: Trx,
  entity: EntityDefinition,
  id: number,
  { current, size }: { current: number; size: number },
) {
  const { total } = await ofRecord(trx, entity, id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofRecord(trx, entity, id)
    .leftJoin('userAccount', 'userAccount.id', 'auditLog.userId')
    .select([
      'auditLog.id',
      'auditLog.at',
      'auditLog.userId',
      'userAccount.name as userName',
      'auditLog.action',
      'auditLog.diff',
    ])
    .orderBy('auditLog.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { rows: rows.map((row) => ({ ...row, diff: row.diff as Diff })), total };
}

/** Returns the given entry and all later entries. Null if the record has no such entry. */
export async function entriesFrom(
  trx: Trx,
  entity: EntityDefinition,
  id: number,
  entryId: number,
): Promise<{ target: HistoryEntry; later: HistoryEntry[] } | null> {
  const rows = await ofRecord(trx, entity, id)
    .select(['auditLog.id', 'auditLog.diff'])
    .where('auditLog.id', '>=', entryId)
    .orderBy('auditLog.id')
    .execute();
  const [target, ...later] = rows.map((row) => ({ id: row.id, diff: row.diff as Diff }));
  return target?.id === entryId ? { target, later } : null;
}
