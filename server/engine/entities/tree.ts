/** Entities with a `parent`: no record may come to lie below itself, or nobody would find it in the tree again. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { fieldsOf } from './columns.ts';

/**
 * Whoever moves records of a tree waits for the one before, so that two moves that close a circle together see each
 * other. It comes before any row is locked: else both could wait for each other.
 */
export async function lockTree(
  trx: Trx,
  { tenantId }: Pick<Session, 'tenantId'>,
  { name, parent }: EntityDefinition,
  bodies: readonly Values[],
): Promise<void> {
  if (parent === undefined || !bodies.some((body) => parent in body)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`tree:${name}`}), ${tenantId})`.execute(trx);
}

/** Throws when one of these records, as they are stored now, lies below itself. */
export async function checkTree(trx: Trx, entity: EntityDefinition, ids: readonly unknown[]): Promise<void> {
  const { name, parent } = entity;
  if (parent === undefined || ids.length === 0) return;
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
