/** Policies, balances and movements as the database keeps them. */
import { type Selectable, sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordCreateIn } from '../../engine/entities/write.ts';
import type { WrittenStep } from '../../engine/hooks.ts';
import type { Tables, Trx } from '../../platform/db/index.ts';
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

async function readTiers(trx: Trx, ids: readonly number[]): Promise<Map<number, Tier[]>> {
  const tiers = await trx
    .selectFrom('vacationTier')
    .select(['vacationId', 'years', 'amount'])
    .where('vacationId', 'in', [0, ...ids])
    .orderBy('years')
    .execute();
  return Map.groupBy(tiers, ({ vacationId }) => vacationId);
}

/** All versions in force by type, each type in order. */
export async function readVersions(trx: Trx, type?: LeaveType): Promise<Map<LeaveType, Policy[]>> {
  let query = trx.selectFrom('vacation').selectAll().where('status', '=', 'inForce');
  if (type !== undefined) query = query.where('type', '=', type);
  const rows = await query.orderBy('id').execute();
  const tiers = await readTiers(
    trx,
    rows.map(({ id }) => id),
  );
  const policies = rows.map((row) => policyOf(row, tiers.get(row.id) ?? []));
  const byType = Map.groupBy(policies, (policy) => policy.type);
  return new Map([...byType].map(([one, versions]) => [one, inOrder(versions)]));
}

/** Reads a version, in force or not. */
export async function readPolicy(trx: Trx, id: number): Promise<Policy> {
  const row = await trx.selectFrom('vacation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return policyOf(row, (await readTiers(trx, [id])).get(id) ?? []);
}

export interface StoredLot extends Lot {
  userId: number;
  until: string;
  vacationId: number;
}

const LEFT = sql<number>`coalesce((select sum(m.amount) from user_vacation_detail m
  where m.tenant_id = l.tenant_id and m.user_vacation_id = l.id), 0)::float8`;

/** The balances that somebody was given of a type. */
const lotsOf = (trx: Trx, userId: number, type: LeaveType) =>
  trx
    .selectFrom('userVacation')
    .select('id')
    .where('userId', '=', userId)
    .where('type', '=', type)
    .orderBy('id');

export async function findLots(trx: Trx, userId: number, type: LeaveType): Promise<StoredLot[]> {
  const found = await lotsOf(trx, userId, type).execute();
  return readLots(
    trx,
    found.map(({ id }) => id),
  );
}

/** The same, for whoever takes from it: of two at once the second sees the first. */
export async function lockLots(trx: Trx, userId: number, type: LeaveType): Promise<StoredLot[]> {
  const held = await lotsOf(trx, userId, type).forUpdate().execute();
  return readLots(
    trx,
    held.map(({ id }) => id),
  );
}

export async function readLots(trx: Trx, ids: readonly number[]): Promise<StoredLot[]> {
  return trx
    .selectFrom('userVacation as l')
    .select(['l.id', 'l.userId', 'l.from', 'l.until', 'l.expiresAt', 'l.vacationId', LEFT.as('left')])
    .where('l.id', 'in', [0, ...ids])
    .orderBy('l.id')
    .execute();
}

export interface Movement {
  userVacationId: number;
  kind: string;
  amount: number;
  day: string;
  cause: string;
  leaveId?: number;
  reason?: string;
}

/** Writes a movement; the figures above it follow by themselves. */
export async function addMovement(
  trx: Trx,
  step: Omit<WrittenStep, 'trx'>,
  movement: Movement,
): Promise<void> {
  await recordCreateIn(trx, step, entityOf('userVacationDetail'), { ...movement }, { byDefinition: true });
}

/** Reads what a leave holds of each lot, by the kinds of movements that take and give back. */
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
