/** Answers whether a user can take a task on a day: the user's absence and existing work. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { recordScope } from '../../engine/access/recordScope.ts';
import { named, seen } from '../../engine/access/scopedRecords.ts';
import type { CallContext, Session } from '../../engine/context.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { dayAt, instantOf } from '../../engine/time/series.ts';
import type { Trx } from '../../platform/db/index.ts';

type Asking = Pick<CallContext, 'db' | 'session'>;
type TaskEntity = 'siteWorksheet' | 'inspection';

/** A task of a user on a day in the tenant's time zone. A new task has no id. */
interface Task {
  entity: TaskEntity;
  userId: number;
  day: string;
  minutes?: number;
  id?: number;
}

export interface PersonDay {
  name: string;
  from: string;
  until: string;
  busy: string;
  hours: number | null;
}

/** More minutes of work on a day cause a warning. */
const MOST_MINUTES = 12 * 60;
const HOUR_MINUTES = 60;
const THERE = { name: '', from: '', until: '' };

/** Returns whether a user is on leave, or applied for it. Does not return the reason (L20). */
const findLeave = (trx: Trx, session: Session, { userId, day }: Task) =>
  trx
    .selectFrom('leaveDay as d')
    .innerJoin('leave as l', 'l.id', 'd.leaveId')
    .innerJoin(named(trx, session, 'user').as('u'), 'u.id', 'd.userId')
    .select(['u.name', 'l.startDate as from', 'l.endDate as until'])
    .where('d.userId', '=', userId)
    .where('d.day', '=', day)
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();

async function sumSheets(trx: Trx, session: Session, { userId, day }: Task, zone: string, id: number) {
  const { minutes } = await trx
    .selectFrom(seen(trx, session, 'siteWorksheet').as('w'))
    .select(({ fn }) => fn.sum<string>('w.minutes').as('minutes'))
    .where('w.handlerId', '=', userId)
    .where('w.dueTime', '>=', instantOf(day, '00:00', zone))
    .where('w.dueTime', '<', instantOf(dayAfter(day, 1), '00:00', zone))
    .where('w.status', '!=', 'revoked')
    .where('w.id', '!=', id)
    .executeTakeFirstOrThrow();
  return Number(minutes ?? 0);
}

async function sumInspections(trx: Trx, session: Session, { userId, day }: Task, id: number) {
  const { minutes } = await trx
    .selectFrom(seen(trx, session, 'inspection').as('i'))
    .select(({ fn }) => fn.sum<string>('i.minutes').as('minutes'))
    .where('i.userId', '=', userId)
    .where('i.day', '=', day)
    .where('i.id', '!=', id)
    .executeTakeFirstOrThrow();
  return Number(minutes ?? 0);
}

/** Returns the minutes of work on the user's day, including the task. Counts only the work that the caller may see. */
async function sumWork(trx: Trx, session: Session, task: Task, zone: string): Promise<number> {
  const may = (entity: TaskEntity) => recordScope(session, entityOf(entity), 'list') !== null;
  const without = (entity: TaskEntity) => (task.entity === entity ? (task.id ?? 0) : 0);
  const sheets = may('siteWorksheet')
    ? await sumSheets(trx, session, task, zone, without('siteWorksheet'))
    : 0;
  const rounds = may('inspection') ? await sumInspections(trx, session, task, without('inspection')) : 0;
  return (task.minutes ?? 0) + sheets + rounds;
}

async function findPersonDay(trx: Trx, session: Session, task: Task, zone: string): Promise<PersonDay> {
  const leave = (await findLeave(trx, session, task)) ?? THERE;
  const minutes = await sumWork(trx, session, task, zone);
  if (minutes <= MOST_MINUTES) return { ...leave, busy: '', hours: null };
  const person = await trx
    .selectFrom(named(trx, session, 'user').as('u'))
    .select('u.name')
    .where('u.id', '=', task.userId)
    .executeTakeFirst();
  return { ...leave, busy: person?.name ?? '', hours: Math.round((minutes / HOUR_MINUTES) * 10) / 10 };
}

/** Returns whether a user is away on the day of an inspection, and their hours if these are too many. */
export const findInspectorDay = ({ db, session }: Asking, task: Omit<Task, 'entity'>): Promise<PersonDay> =>
  db.tenant(session.tenantId, async (trx) =>
    findPersonDay(trx, session, { entity: 'inspection', ...task }, (await readCalendar(trx)).zone),
  );

/** Returns the user's absence and excess hours for the day on which a work order is due. */
export const findHandlerDay = (
  { db, session }: Asking,
  { dueTime, ...task }: Omit<Task, 'entity' | 'day'> & { dueTime: string },
): Promise<PersonDay> =>
  db.tenant(session.tenantId, async (trx) => {
    const { zone } = await readCalendar(trx);
    const day = dayAt(Date.parse(dueTime), zone);
    return findPersonDay(trx, session, { entity: 'siteWorksheet', ...task, day }, zone);
  });
