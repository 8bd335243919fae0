/** Reads and writes policies, balances and movements in the database. */
import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { createRecordIn } from '../../engine/entities/write/write.ts';
import type { WrittenStep } from '../../engine/hooks.ts';
import type { Tables, Trx } from '../../platform/db/index.ts';
import { runStatement, runStatements } from '../../platform/db/tenant.ts';
import { inOrder, type LeaveType, type Policy, type Tier } from './policy.ts';
import type { Lot } from './shares.ts';

type VacationRow = Selectable<Tables['vacation']>;

const policyOf = (row: VacationRow, tiers: readonly Tier[]): Policy => ({
  ...row,
  type: row.type as LeaveType,
  unit: row.unit as Policy['unit'],
  counts: row.counts as Policy['counts'],
  given: row.given as Policy['given'],
  tiers,
  afterMonths: row.afterMonths ?? 0,
  step: row.step ?? 1,
  carry: row.carry ?? 0,
  carryMonths: row.carryMonths ?? 0,
  lapse: row.lapse === 'paid' ? 'paid' : 'lost',
  productionOnly: row.productionOnly === true,
});

/** Returns the policies of these versions, with their tiers. */
async function readPolicies(
  trx: Trx,
  versions: SelectQueryBuilder<Tables, 'vacation', unknown>,
): Promise<Policy[]> {
  const tiers = trx
    .selectFrom('vacationTier')
    .select(['vacationId', 'years', 'amount'])
    .where('vacationId', 'in', versions.select('vacation.id'))
    .orderBy('years');
  const [rows, found] = await runStatements<[VacationRow, Tier & { vacationId: number }]>(
    trx,
    versions.selectAll('vacation').orderBy('vacation.id'),
    tiers,
  );
  const byVersion = Map.groupBy(found, ({ vacationId }) => vacationId);
  return rows.map((row) => policyOf(row, byVersion.get(row.id) ?? []));
}

/** Returns all versions with the status `inForce` by type, sorted within each type. */
export async function readVersions(trx: Trx, type?: LeaveType): Promise<Map<LeaveType, Policy[]>> {
  const inForce = trx.selectFrom('vacation').where('vacation.status', '=', 'inForce');
  const versions = type === undefined ? inForce : inForce.where('vacation.type', '=', type);
  const byType = Map.groupBy(await readPolicies(trx, versions), (policy) => policy.type);
  return new Map([...byType].map(([one, policies]) => [one, inOrder(policies)]));
}

/** Reads a version of any status. */
export async function readPolicy(trx: Trx, id: number): Promise<Policy> {
  const [policy] = await readPolicies(trx, trx.selectFrom('vacation').where('vacation.id', '=', id));
  if (!policy) throw new Error(`there is no vacation ${id}`);
  return policy;
}

export interface StoredLot extends Lot {
  userId: number;
  type: string;
  until: string;
  vacationId: number;
}

const LEFT = sql<number>`coalesce((select sum(m.amount) from user_vacation_detail m
  where m.tenant_id = l.tenant_id and m.user_vacation_id = l.id), 0)::float8`;

/** Returns a query for balances with their remaining amounts. */
const queryLots = (trx: Trx) =>
  trx
    .selectFrom('userVacation as l')
    .select(['l.id', 'l.userId', 'l.type', 'l.from', 'l.until', 'l.expiresAt', 'l.vacationId'])
    .select(LEFT.as('left'))
    .orderBy('l.id');

/** Returns a user's entitlements, of one type if given. */
const lotsOf = (trx: Trx, userId: number, type?: LeaveType) =>
  queryLots(trx)
    .where('l.userId', '=', userId)
    .$if(type !== undefined, (query) => query.where('l.type', '=', type ?? ''));

export const findLots = (trx: Trx, userId: number, type: LeaveType): Promise<StoredLot[]> =>
  runStatement(trx, lotsOf(trx, userId, type));

/**
 * Reads a user's entitlements under a lock. If two callers take leave concurrently, the second sees the change of the
 * first.
 */
export async function lockLots(trx: Trx, userId: number, type?: LeaveType): Promise<StoredLot[]> {
  const lock = trx
    .selectFrom('userVacation')
    .select('id')
    .where('userId', '=', userId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .orderBy('id')
    .forUpdate();
  const [, lots] = await runStatements<[{ id: number }, StoredLot]>(trx, lock, lotsOf(trx, userId, type));
  return lots;
}

export const readLots = (trx: Trx, ids: readonly number[]): Promise<StoredLot[]> =>
  runStatement(
    trx,
    queryLots(trx).where((eb) => sql<SqlBool>`${eb.ref('l.id')} = any(${[...ids]})`),
  );

export interface Movement {
  userVacationId: number;
  kind: string;
  amount: number;
  day: string;
  cause: string;
  leaveId?: number;
  reason?: string;
}

/** Writes a movement. The totals of its balance are updated automatically. */
export async function addMovement(
  trx: Trx,
  step: Omit<WrittenStep, 'trx'>,
  movement: Movement,
): Promise<void> {
  await createRecordIn(trx, step, entityOf('userVacationDetail'), { ...movement }, { byDefinition: true });
}

/** Reads the amount that a leave takes from each entitlement, from movements of the given kinds. */
export async function readShares(
  trx: Trx,
  leaveId: number,
  kinds: readonly string[],
): Promise<{ lotId: number; amount: number; day: string }[]> {
  const rows = await trx
    .selectFrom('userVacationDetail')
    .select(['userVacationId as lotId'])
    .select(({ fn }) => [
      sql<number>`(-sum(amount))::float8`.as('amount'),
      fn.min('day').as('day'),
      fn.min('id').as('first'),
    ])
    .where('leaveId', '=', leaveId)
    .where('kind', 'in', kinds)
    .groupBy('userVacationId')
    .orderBy('first')
    .execute();
  return rows.filter(({ amount }) => amount > 0);
}
