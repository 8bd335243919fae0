/**
 * Prevents cycles of records. A record of a tree (`parent`) must not be below itself. The same applies to records that
 * link two others (`oneWay`).
 */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { fieldsOf } from './columns.ts';

/** Returns the fields whose references could form a cycle. */
const leadingFields = ({ parent, oneWay }: EntityDefinition): string[] => [
  ...(parent === undefined ? [] : [parent]),
  ...(oneWay ? [oneWay.from, oneWay.to, ...Object.keys(oneWay.where ?? {})] : []),
];

/** Returns whether a change of these fields could close a cycle. */
export const isLedBy = (entity: EntityDefinition, changed: readonly string[]): boolean =>
  leadingFields(entity).some((name) => changed.includes(name));

/**
 * Locks the tree against other writers, so that two writes cannot close a cycle together. The lock is taken before any
 * row lock, which avoids deadlocks. A new record has no children and takes no lock.
 */
export async function lockTree(
  trx: Trx,
  { tenantId }: Pick<Session, 'tenantId'>,
  entity: EntityDefinition,
  bodies: readonly Values[],
): Promise<void> {
  if (!bodies.some((body) => isLedBy(entity, Object.keys(body)))) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`tree:${entity.name}`}), ${tenantId})`.execute(trx);
}

/** Throws if one of these stored records is below itself or closes a cycle. */
export async function checkTree(trx: Trx, entity: EntityDefinition, ids: readonly unknown[]): Promise<void> {
  if (ids.length === 0) return;
  await checkParents(trx, entity, ids);
  await checkOneWay(trx, entity, ids);
}

async function checkParents(trx: Trx, entity: EntityDefinition, ids: readonly unknown[]): Promise<void> {
  const { name, parent } = entity;
  if (parent === undefined) return;
  const [table, above] = [sql.table(name), sql.ref(`t.${parent}`)];
  const key = sql.ref(`t.${fieldsOf(entity)[parent]?.['x-refKey'] ?? 'id'}`);
  const { rows } = await sql`
    with recursive climb as (
      select t.id as root, ${above} as above from ${table} t
       where t.id = any(${[...ids]}::int8[]) and ${above} is not null
      union
      select climb.root, ${above} from climb join ${table} t on ${key} = climb.above where ${above} is not null)
    select from climb join ${table} t on t.id = climb.root and ${key} = climb.above limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('tree.circle', {}, { field: `/${parent}` });
}

async function checkOneWay(
  trx: Trx,
  { name, oneWay }: EntityDefinition,
  ids: readonly unknown[],
): Promise<void> {
  if (!oneWay) return;
  const { from, to, where = {}, text } = oneWay;
  const [table, start, end] = [sql.table(name), sql.ref(`t.${from}`), sql.ref(`t.${to}`)];
  const conditions = Object.entries(where).map(([field, value]): RawBuilder<unknown> => {
    const keys = (Array.isArray(value) ? value : [value]).map(String);
    return sql`${sql.ref(`t.${field}`)}::text = any(${keys}::text[])`;
  });
  const leads = sql.join([sql`true`, ...conditions], sql` and `);
  const { rows } = await sql`
    with recursive walk as (
      select ${start} as start, ${end} as place from ${table} t
       where t.id = any(${[...ids]}::int8[]) and ${leads}
      union
      select walk.start, ${end} from walk join ${table} t on ${start} = walk.place where ${leads})
    select from walk where place = start limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('entity.circle', { text }, { field: `/${to}` });
}
