/** The recycle bin of a user: the deleted records that the user had the permission to delete. */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Caller } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import { likePattern } from '../entities/list/filterSql.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the condition that the caller had the permission to delete the record. It is evaluated on the
 * deleted row. Null if the caller has no such permission.
 */
function entityCondition(caller: Caller, name: string): RawBuilder<SqlBool> | null {
  const entity = entityRegistry.get(name);
  if (!entity || recordScope(caller, entity, 'delete') === null) return null;
  const where = recordWhere(caller, entity, 'delete');
  if (!where) return sql<SqlBool>`b.entity = ${name}`;
  const condition = where(expressionBuilder<Record<string, Record<string, unknown>>, string>());
  return sql<SqlBool>`(b.entity = ${name} and exists (
    select from jsonb_populate_record(null::${sql.table(name)}, b.record) r where ${condition}))`;
}

/** Returns whether the caller may see the name of a deleted record. */
function isLabelShown(caller: Caller, name: string): boolean {
  const entity = entityRegistry.get(name);
  return entity !== undefined && fieldAccess(caller, entity, entity.label) !== 'hidden';
}

/** Returns the name of a deleted record for the caller, or its id if a rule hides the name. */
export const shownLabel = (
  caller: Caller,
  { entity, recordId, label }: { entity: string; recordId: number; label: string },
): string => (isLabelShown(caller, entity) ? label : `#${recordId}`);

async function binCondition(trx: Trx, caller: Caller): Promise<RawBuilder<SqlBool>> {
  const entries = await trx.selectFrom('recycleBin').select('entity').distinct().execute();
  const parts = entries.flatMap(({ entity }) => entityCondition(caller, entity) ?? []);
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

interface BinQuery {
  entity?: string;
  search?: string;
  current: number;
  size: number;
}

/** Returns the time at which an entry is deleted automatically. Null if it is never deleted. */
function purgeTime(deletedAt: string, days: number): string | null {
  return days === 0 ? null : new Date(Date.parse(deletedAt) + days * DAY_MS).toISOString();
}

export async function binPage(trx: Trx, caller: Caller, days: number, query: BinQuery) {
  const allowed = await binCondition(trx, caller);
  const { entity, search, current, size } = query;
  const unnamed = entityRegistry.all().flatMap(({ name }) => (isLabelShown(caller, name) ? [] : [name]));
  const matching = () => {
    let rows = trx.selectFrom('recycleBin as b').where(allowed);
    if (entity) rows = rows.where('b.entity', '=', entity);
    if (search?.trim()) {
      rows = rows.where('b.label', 'ilike', likePattern(search.trim()));
      if (unnamed.length > 0) rows = rows.where('b.entity', 'not in', unnamed);
    }
    return rows;
  };
  const { total } = await matching()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .leftJoin('userAccount as u', 'u.id', 'b.deletedBy')
    .select(['b.id', 'b.entity', 'b.recordId', 'b.label', 'b.deletedBy', 'b.deletedAt'])
    .select('u.name as deletedByName')
    .orderBy('b.deletedAt', 'desc')
    .orderBy('b.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const ids = rows.map(({ id }) => id);
  const carried =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('recycleRow')
          .select(({ fn }) => ['binId', 'entity', fn.countAll<number>().as('count')])
          .where('binId', 'in', ids)
          .groupBy(['binId', 'entity'])
          .orderBy('entity')
          .execute();
  return {
    total,
    records: rows.map((row) => ({
      ...row,
      label: shownLabel(caller, row),
      purgeAt: purgeTime(row.deletedAt, days),
      carried: carried
        .filter(({ binId }) => binId === row.id)
        .map(({ entity: name, count }) => ({ entity: name, count })),
    })),
  };
}

/**
 * Finds the given entries that the caller may restore or delete. The newest come first, because a parent is deleted
 * after its child records.
 */
export async function findBin(trx: Trx, caller: Caller, ids: readonly number[]) {
  return trx
    .selectFrom('recycleBin as b')
    .select(['b.id', 'b.entity', 'b.recordId', 'b.label', 'b.record', 'b.tenantId'])
    .where('b.id', 'in', ids)
    .where(await binCondition(trx, caller))
    .orderBy('b.id', 'desc')
    .forUpdate()
    .execute();
}
