/**
 * Updates leave balances to the policies, the days of work and the calendar. This includes entitlements, carry-over,
 * lapsed days, and payouts when a user leaves. Each step is idempotent, because it first reads the existing movements.
 */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { createRecordIn } from '../../engine/entities/write/write.ts';
import type { WrittenStep } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import { runStatement } from '../../platform/db/tenant.ts';
import { type Employment, entitlement, findGivenDay, monthEndLater } from './accrual.ts';
import { inOrder, type Policy, versionOn } from './policy.ts';
import { addMovement, findLots, lockLots, readLots, readVersions, type StoredLot } from './store.ts';

export type Step = Omit<WrittenStep, 'trx'>;

interface Following {
  trx: Trx;
  step: Step;
  userId: number;
  today: string;
  person: Employment;
}

const PERIODIC: readonly Policy['given'][] = ['yearly', 'monthly'];
const GRANTED = ['given', 'cut'];
const PAID = ['paid', 'unpaid'];

export async function readEmployment(trx: Trx, userId: number, today: string): Promise<Employment | null> {
  const user = await trx
    .selectFrom('user')
    .select(['firstWorkDate', 'joinDate', 'resigned', 'resignDate'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const hasLeft = user.resigned === true && user.resignDate !== null && user.resignDate < today;
  const { firstWorkDate, joinDate, resignDate } = user;
  return { firstWorkDate, joinDate, leftOn: hasLeft ? resignDate : null };
}

/** The sum of movements of some kinds, and their number. */
interface Sum {
  sum: number;
  count: number;
}

/** Reads the movements of a balance. Returns one sum for each group of movement kinds. */
async function sumsOf(trx: Trx, lotId: number, ...groups: (readonly string[])[]): Promise<Sum[]> {
  const movements = trx
    .selectFrom('userVacationDetail')
    .select(({ fn }) => ['kind', fn.sum<number>('amount').as('sum'), fn.countAll<number>().as('count')])
    .where('userVacationId', '=', lotId)
    .groupBy('kind');
  const rows = await runStatement(trx, movements);
  return groups.map((kinds) => {
    const own = rows.filter(({ kind }) => kinds.includes(kind));
    const total = (of: (row: Sum) => number) => own.reduce((all, row) => all + Number(of(row)), 0);
    return { sum: total(({ sum }) => sum), count: total(({ count }) => count) };
  });
}

async function makeLot(
  { trx, step, userId }: Pick<Following, 'trx' | 'step' | 'userId'>,
  { id, type, carry, carryMonths }: Policy,
  year: number,
): Promise<number> {
  const until = `${year}-12-31`;
  const lot = await createRecordIn(
    trx,
    step,
    entityOf('userVacation'),
    {
      ...{ userId, type, from: `${year}-01-01`, until, vacationId: id },
      expiresAt: carry > 0 ? monthEndLater(until, carryMonths) : until,
    },
    { byDefinition: true },
  );
  return Number(lot.id);
}

/** Allows a negative balance, because a user may have taken more days than a changed policy grants. */
const allowMinus = (trx: Trx, lotId: number) =>
  trx.updateTable('userVacation').set({ overdrawn: true }).where('id', '=', lotId).execute();

const leftOf = async (trx: Trx, lotId: number): Promise<number> =>
  (await readLots(trx, [lotId]))[0]?.left ?? 0;

/** Adds or removes the difference between a year's entitlement and the amount already granted for it. */
async function followYear(
  { trx, step, userId, today, person }: Following,
  versions: readonly Policy[],
  lots: readonly StoredLot[],
): Promise<void> {
  const year = Number(today.slice(0, 4));
  const policy = versionOn(versions, today);
  if (!policy || !PERIODIC.includes(policy.given)) return;
  const due = entitlement(versions, person, year, today);
  const known = lots.find(({ from }) => from === `${year}-01-01`)?.id;
  if (known === undefined && due === 0) return;
  const lotId = known ?? (await makeLot({ trx, step, userId }, policy, year));
  const [granted, paid] = (await sumsOf(trx, lotId, GRANTED, PAID)) as [Sum, Sum];
  // If the user stays after all, paid-out days are returned to the balance.
  if (person.leftOn === null && paid.sum < 0)
    await addMovement(trx, step, {
      ...{
        userVacationId: lotId,
        kind: 'unpaid',
        amount: -paid.sum,
        day: today,
        cause: `unpaid:${paid.count}`,
      },
    });
  const left = await leftOf(trx, lotId);
  // A user who leaves and has taken more than their part owes nothing.
  const diff = person.leftOn === null ? due - granted.sum : Math.max(due - granted.sum, -Math.max(0, left));
  if (diff < 0 && left + diff < 0) await allowMinus(trx, lotId);
  if (diff !== 0)
    await addMovement(trx, step, {
      ...{ userVacationId: lotId, amount: diff, cause: `given:${granted.count + 1}` },
      kind: diff > 0 ? 'given' : 'cut',
      day: granted.count === 0 ? findGivenDay(policy, person, year) : (person.leftOn ?? today),
    });
  if (person.leftOn !== null && policy.lapse === 'paid')
    await payOut({ trx, step }, lotId, person.leftOn, paid.count);
}

/** Pays a user who leaves for the days that they could not take. */
async function payOut(
  { trx, step }: Pick<Following, 'trx' | 'step'>,
  lotId: number,
  day: string,
  count: number,
) {
  const left = await leftOf(trx, lotId);
  if (left > 0)
    await addMovement(trx, step, {
      ...{ userVacationId: lotId, kind: 'paid', amount: -left, day, cause: `paid:${count + 1}` },
    });
}

/** Carries over part of a balance at the end of its year. The remainder lapses. */
async function carryOver({ trx, step, today }: Following, policy: Policy, lot: StoredLot): Promise<void> {
  if (lot.until >= today || policy.carry === 0) return;
  const [carried] = await sumsOf(trx, lot.id, ['carried']);
  if (carried && carried.count > 0) return;
  const on = { userVacationId: lot.id, day: lot.until, cause: 'yearEnd' };
  const over = lot.left - policy.carry;
  if (over > 0) await addMovement(trx, step, { ...on, kind: 'expired', amount: -over });
  await addMovement(trx, step, { ...on, kind: 'carried', amount: 0 });
}

/** Lapses days that were not taken in time, including those returned to an expired balance. */
async function lapse({ trx, step, today }: Following, lot: StoredLot): Promise<void> {
  if (lot.expiresAt >= today) return;
  const left = await leftOf(trx, lot.id);
  if (left <= 0) return;
  const [expired] = await sumsOf(trx, lot.id, ['expired']);
  await addMovement(trx, step, {
    ...{ userVacationId: lot.id, kind: 'expired', amount: -left },
    ...{ day: dayAfter(lot.expiresAt), cause: `expired:${(expired?.count ?? 0) + 1}` },
  });
}

/**
 * Updates the balances of a user to a day. Locks the user's row, so that a concurrent process finds the balances up to
 * date.
 */
export async function followPerson(trx: Trx, step: Step, userId: number, today: string): Promise<void> {
  await trx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const person = await readEmployment(trx, userId, today);
  if (!person) return;
  const following = { trx, step, userId, today, person };
  const lotsByType = Map.groupBy(await lockLots(trx, userId), ({ type }) => type);
  for (const [type, versions] of await readVersions(trx)) {
    const lots = lotsByType.get(type) ?? [];
    for (const lot of lots) {
      const policy = versions.find(({ id }) => id === lot.vacationId);
      if (policy && PERIODIC.includes(policy.given)) await carryOver(following, policy, lot);
      await lapse(following, lot);
    }
    await followYear(following, versions, lots);
  }
}

export interface TrialRow {
  userId: number;
  before: number;
  after: number;
  /** The days that would remain. Negative if the user has taken more than the entitlement. */
  left: number;
}

/** Returns how the balance of each user would change if a version applied. */
export async function tryVersion(
  trx: Trx,
  draft: Policy,
  userIds: readonly number[],
  today: string,
): Promise<TrialRow[]> {
  const versions = (await readVersions(trx, draft.type)).get(draft.type) ?? [];
  const year = Number(today.slice(0, 4));
  const planned = inOrder([...versions, draft]);
  const rows: TrialRow[] = [];
  for (const userId of userIds) {
    const person = await readEmployment(trx, userId, today);
    if (!person || person.leftOn !== null) continue;
    const [before, after] = [versions, planned].map((those) => entitlement(those, person, year, today)) as [
      number,
      number,
    ];
    if (before === after) continue;
    const lot = (await findLots(trx, userId, draft.type)).find(({ from }) => from === `${year}-01-01`);
    rows.push({ userId, before, after, left: (lot?.left ?? before) + after - before });
  }
  return rows;
}
