/** Computes the amount of a leave, the balances from which it is taken, and the reasons to refuse it. */
import type { Leave } from '../../../generated/types.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { amountOf, dayHours, halfKey, type LeaveHalf, type LeaveSpan, leaveHalves } from './amounts.ts';
import { hasBalance, type Policy, versionOn } from './policy.ts';
import { inProductionCenter } from './productionCenter.ts';
import { type Share, shareOut } from './shares.ts';
import { type findLots, lockLots, readVersions } from './store.ts';

export interface LeaveRequest extends LeaveSpan {
  type: Leave['type'];
  userId: number;
  /** The id of the application, whose own days do not block it. */
  leaveId: number | null;
}

export interface Measured {
  policy: Policy | null;
  halves: LeaveHalf[];
  /** In days or hours, depending on the type. */
  amount: number;
  days: number;
  hours: number | null;
}

/** Without a policy no leave is granted, and only working days count. */
const PLAIN = { unit: 'halfDay', counts: 'work' } as const;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads an application from its record or its form. */
export const askedOf = (
  values: Readonly<Record<string, unknown>>,
  userId: number,
  leaveId: number | null,
): LeaveRequest => ({
  type: values.type as Leave['type'],
  startDate: String(values.startDate),
  endDate: String(values.endDate),
  startHalf: values.startHalf === true,
  endHalf: values.endHalf === true,
  startTime: text(values.startTime),
  endTime: text(values.endTime),
  ...{ userId, leaveId },
});

/** The half days of an application, with the amount for each. */
export type HalfDayAmounts = ReadonlyMap<string, number>;

export async function readReserved(trx: Trx, leaveId: number): Promise<HalfDayAmounts> {
  const rows = await trx
    .selectFrom('leaveDay')
    .select(['day', 'half', 'amount'])
    .where('leaveId', '=', leaveId)
    .execute();
  return new Map(rows.map((row) => [halfKey(row), row.amount]));
}

/**
 * Returns the half days that an application takes, by the calendar and the policy of its first day. Half days in
 * `reserved` limit the amounts. A day that became a working day later is included and costs nothing.
 */
export async function measure(
  trx: Trx,
  request: LeaveRequest,
  reserved: HalfDayAmounts | null = null,
): Promise<Measured> {
  const calendar = await readCalendar(trx);
  const versions = (await readVersions(trx, request.type)).get(request.type) ?? [];
  const policy = versionOn(versions, request.startDate) ?? versions[0] ?? null;
  const { counts } = policy ?? PLAIN;
  const whole = leaveHalves(request, counts, calendar, calendar.hours);
  const halves = reserved
    ? whole.map((one) => ({ ...one, amount: Math.min(one.amount, reserved.get(halfKey(one)) ?? 0) }))
    : whole;
  const amount = amountOf(halves);
  if (counts !== 'hours') return { policy, halves, amount, days: amount, hours: null };
  const days = Math.round((amount / dayHours(calendar.hours)) * 10) / 10;
  return { policy, halves, amount, days, hours: amount };
}

interface Clash {
  subject: string;
  startDate: string;
  endDate: string;
}

/** Finds leave of the same user that already takes one of these half days. */
export async function findClash(trx: Trx, { userId, leaveId }: LeaveRequest, halves: readonly LeaveHalf[]) {
  const [first, last] = [halves[0], halves.at(-1)];
  if (!first || !last) return undefined;
  const rows = await trx
    .selectFrom('leaveDay as d')
    .innerJoin('leave as l', 'l.id', 'd.leaveId')
    .select(['d.day', 'd.half', 'l.subject', 'l.startDate', 'l.endDate'])
    .where('d.userId', '=', userId)
    .where('d.day', '>=', first.day)
    .where('d.day', '<=', last.day)
    .where('d.leaveId', '<>', leaveId ?? 0)
    .orderBy('d.day')
    .execute();
  const keys = new Set(halves.map(halfKey));
  const found: Clash | undefined = rows.find((row) => keys.has(halfKey(row)));
  return found;
}

/** Adds up the user's leave of this type in the year of the first day, in days or hours. */
async function usedInYear(trx: Trx, { userId, type, startDate, leaveId }: LeaveRequest): Promise<number> {
  const year = startDate.slice(0, 4);
  const { sum } = await trx
    .selectFrom('leaveDay')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('userId', '=', userId)
    .where('type', '=', type)
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .where('leaveId', '<>', leaveId ?? 0)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Throws if the policy does not allow the application, whatever the balance. */
export async function refuseByPolicy(
  trx: Trx,
  request: LeaveRequest,
  { policy, halves, amount }: Measured,
): Promise<void> {
  if (halves.length === 0) throw new AppError('leave.noWork', {}, { field: '/endDate' });
  if (!policy) return;
  if (policy.productionOnly && !(await inProductionCenter(trx, request.userId)))
    throw new AppError('leave.compensatory', {}, { field: '/type' });
  if (policy.unit === 'day' && (request.startHalf || request.endHalf))
    throw new AppError('leave.wholeDays', {}, { field: request.startHalf ? '/startHalf' : '/endHalf' });
  if (policy.rowLimit !== null && amount > policy.rowLimit)
    throw new AppError('leave.inARow', { limit: policy.rowLimit }, { field: '/endDate' });
  const { yearLimit } = policy;
  if (yearLimit === null) return;
  const taken = await usedInYear(trx, request);
  if (taken + amount > yearLimit)
    throw new AppError('leave.inAYear', { limit: yearLimit, taken }, { field: '/endDate' });
}

/** Throws if another application of the same user takes one of its half days. */
export async function refuseClash(trx: Trx, request: LeaveRequest, { halves }: Measured): Promise<void> {
  const clash = await findClash(trx, request, halves);
  if (clash)
    throw new AppError(
      'leave.overlap',
      { subject: clash.subject, from: clash.startDate, until: clash.endDate },
      { field: '/startDate' },
    );
}

export interface Balance {
  left: number;
  missing: number;
  /** The day of the next entitlement; empty if unknown. */
  next: string;
  shares: Share[];
}

/**
 * Returns the remaining balance for an application, and the shares that it would take. Null if its type has no
 * balance.
 */
export async function weigh(
  trx: Trx,
  request: LeaveRequest,
  { policy, halves }: Measured,
  find: typeof findLots,
): Promise<Balance | null> {
  if (!policy || !hasBalance(policy)) return null;
  const lots = await find(trx, request.userId, request.type);
  const { shares, missing } = shareOut(halves, lots);
  const usable = lots.filter(
    ({ from, expiresAt }) => from <= request.endDate && expiresAt >= request.startDate,
  );
  const left = usable.reduce((sum, lot) => sum + lot.left, 0);
  const yearly = policy.given === 'yearly' || policy.given === 'monthly';
  const next = yearly ? `${Number(request.startDate.slice(0, 4)) + 1}-01-01` : '';
  return { left, missing, next, shares };
}

/** Throws if the balance is too small. */
export function refuseTooMuch({ left, missing, next }: Balance): void {
  if (missing === 0) return;
  const key = next === '' ? 'leave.tooMuch' : 'leave.tooMuchNow';
  throw new AppError(key, { left, missing, next }, { field: '/endDate' });
}

/**
 * Locks the balances and returns the amount that the application takes from each of them. Throws if the balance is too
 * small.
 */
export async function requireShares(trx: Trx, request: LeaveRequest, measured: Measured): Promise<Share[]> {
  const balance = await weigh(trx, request, measured, lockLots);
  if (balance) refuseTooMuch(balance);
  return balance?.shares ?? [];
}
