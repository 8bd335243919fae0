/** Shows the history of a record as its reader may see it, and restores earlier values. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Asker } from '../access/asker.ts';
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

/** Entries that created or deleted the record as a whole. They contain no single change to undo. */
const WHOLE = new Set(['create', 'import', 'delete', 'bulkDelete', 'restore', 'purge']);

/** Prefix of values that the form of a transition asked for in addition to the record's fields. */
const FORM = 'form.';

/** Returns the fields of a change that the caller may see, and whether there are others. */
export function listShownChanges(
  entity: EntityDefinition,
  asker: Asker,
  diff: Diff,
): { changes: FieldChange[]; withheld: boolean } {
  const fields = Object.keys(entity.schema.properties ?? {}).filter((field) => diff[field]);
  const notes = Object.entries(diff).filter(([field]) => field.startsWith(FORM) || field.startsWith(NOTE));
  const seen = fields.filter((field) => fieldAccess(asker, entity, field) !== 'hidden');
  const changes = seen.map((field) => {
    const [before, after] = diff[field] ?? [];
    return before === HIDDEN || after === HIDDEN
      ? { field, before: null, after: null, hidden: true }
      : {
          field,
          before: showLines(asker, entity, field, before),
          after: showLines(asker, entity, field, after),
        };
  });
  return {
    changes: [...changes, ...notes.map(([field, [before, after]]) => ({ field, before, after }))],
    withheld: seen.length < fields.length,
  };
}

/** Returns whether an old value of the field may be restored, by this user and at all. */
function revertible(entity: EntityDefinition, asker: Asker, name: string): boolean {
  const field = fieldsOf(entity)[name];
  if (!field || field.readOnly || field['x-immutable'] || field['x-computed']) return false;
  // A state is moved by its transitions only.
  if (name === entity.states?.field || name === entity.approval?.field) return false;
  return fieldAccess(asker, entity, name) === 'write';
}

export const changeUndoable = (
  entity: EntityDefinition,
  asker: Asker,
  action: string,
  changes: readonly FieldChange[],
): boolean =>
  !WHOLE.has(action) && changes.some(({ field, hidden }) => !hidden && revertible(entity, asker, field));

interface HistoryEntry {
  id: number;
  diff: Diff;
}

/**
 * The old values that bring one change back (`undo`), or the record as it was right after it (`moment`).
 * `later` are the entries after the one that is meant, in any order.
 */
export function revertValues(
  target: HistoryEntry,
  later: readonly HistoryEntry[],
  mode: 'undo' | 'moment',
): Values {
  // The earliest of all later entries contains the value of a field at that moment.
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

/** Returns the changes that would be made now: fields that the caller may write and whose value differs. */
export function revertChanges(
  entity: EntityDefinition,
  asker: Asker,
  now: Row,
  values: Values,
): FieldChange[] {
  return Object.keys(fieldsOf(entity))
    .filter(
      (field) => field in values && revertible(entity, asker, field) && !same(now[field], values[field]),
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

/** Returns the entry and the later ones. */
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
