/** Sets the same fields in every selected record that the caller may change. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { writeAudits } from '../../../platform/db/auditLog.ts';
import type { ScopedTrx, Trx } from '../../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { keyWhere } from '../../access/recordScope.ts';
import type { HandlerContext } from '../../context.ts';
import { noteWritten } from '../../derived/rollups.ts';
import { noteEvents } from '../../events.ts';
import { type SealContext, sealValues } from '../sealed.ts';
import { fieldsGuard } from './fieldsGuard.ts';
import { diffRecord } from './recordDiff.ts';
import { allColumns } from './writableColumns.ts';

interface Change {
  /** The permission that determines, by its scope, which of the selected records may be changed. */
  key: string;
  where: RecordCondition;
  values: Values;
}

const differs = (row: Row, values: Values): boolean =>
  Object.entries(values).some(([name, value]) => (row[name] ?? null) !== (value ?? null));

/**
 * Locks the records, sets the fields, and writes a history entry for each. Returns the records in their new state. The
 * caller notifies the hub after the commit.
 */
export async function setRecords(
  trx: ScopedTrx,
  { session, lang, vault }: Pick<HandlerContext, 'session' | 'lang'> & SealContext,
  entity: EntityDefinition,
  { key, where, values }: Change,
): Promise<(Row & { id: number })[]> {
  const { tenantId, userId } = session;
  const any = trxAny(trx);
  const reach = keyWhere(session, entity, key);
  const rows = await any
    .selectFrom(entity.name)
    .select(allColumns(entity))
    .where(where)
    .$if(reach !== null, (query) => query.where(reach!))
    .orderBy('id')
    .forUpdate()
    .execute();
  const changing = new Map(rows.filter((row) => differs(row, values)).map((row) => [Number(row.id), row]));
  if (changing.size === 0) return [];
  for (const before of changing.values()) fieldsGuard(session, entity, values, before, lang);
  const changed = await any
    .updateTable(entity.name)
    .set({
      ...sealValues({ session, vault }, entity, values),
      version: sql`version + 1`,
      updatedBy: userId,
      updatedAt: sql`now()`,
    })
    .where('id', 'in', [...changing.keys()])
    .returning(allColumns(entity))
    .execute();
  const pairs = changed.map((after) => ({ before: changing.get(Number(after.id))!, after }));
  // The transaction is of the engine's type. Handlers only see a part of its methods.
  noteWritten(trx as Trx, { tenantId, lang }, entity, pairs);
  noteEvents(trx as Trx, { session, lang, zone: 'UTC' }, entity, 'updated', pairs);
  await writeAudits(
    trx,
    changed.map((after) => {
      const diff = diffRecord(entity, changing.get(Number(after.id))!, after);
      return { tenantId, userId, entity: entity.name, id: Number(after.id), action: 'update', diff };
    }),
  );
  return changed as (Row & { id: number })[];
}
