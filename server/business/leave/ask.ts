/** Read-only questions about leave. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { CallContext } from '../../engine/context.ts';
import { requireRecord } from '../../engine/entities/write/write.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { dayAt } from '../../engine/time/series.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { type TrialRow, tryVersion } from './balances.ts';
import { askedOf, measure, refuseByPolicy, refuseClash, refuseTooMuch, weigh } from './judge.ts';
import { findLots, readPolicy } from './store.ts';

type LeaveContext = Pick<CallContext, 'db' | 'session' | 'lang'>;

export interface Preview {
  days: number;
  hours: number | null;
  left: number | null;
  missing: number;
  next: string;
  proof: string;
  problem: string;
}

/** Returns the amount that an application would take, and the first reason to refuse it. */
export const previewLeave = (
  { db, session, lang }: LeaveContext,
  { id = null, ...values }: { id?: number | null } & Readonly<Record<string, unknown>>,
): Promise<Preview> =>
  db.tenant(session.tenantId, async (trx) => {
    const request = askedOf(values, session.userId, id);
    const measured = await measure(trx, request);
    const balance = await weigh(trx, request, measured, findLots);
    let problem = '';
    try {
      await refuseByPolicy(trx, request, measured);
      await refuseClash(trx, request, measured);
      if (balance) refuseTooMuch(balance);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem = answerError(error, lang).body.msg;
    }
    const { left = null, missing = 0, next = '' } = balance ?? {};
    const { days, hours, policy } = measured;
    return { days, hours, left, missing, next, problem, proof: policy?.proof ?? '' };
  });

/** Returns the effect of a policy on each user whom the caller may see. */
export const tryPolicy = (
  { db, session }: LeaveContext,
  id: number,
  day: string | undefined,
): Promise<(TrialRow & { name: string })[]> =>
  db.tenant(session.tenantId, async (trx) => {
    await requireRecord(trx, session, entityOf('vacation'), id, 'enact');
    const people = await trx
      .selectFrom(seen(trx, session, 'user').as('u'))
      .select(['u.id', 'u.name'])
      .orderBy('u.id')
      .execute();
    const names = new Map(people.map((one) => [one.id, one.name]));
    const today = day ?? dayAt(Date.now(), (await readCalendar(trx)).zone);
    const policy = await readPolicy(trx, id);
    const rows = await tryVersion(trx, policy, [...names.keys()], today);
    return rows.map((row) => ({ ...row, name: names.get(row.userId) ?? '' }));
  });
