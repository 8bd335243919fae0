/** Updates the balances of all tenants to the current day. Only one process does this at a time. */
import type { Service, Services } from '../../engine/context.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { dayAt } from '../../engine/time/series.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { followPerson } from './balances.ts';
import { followCalendar } from './calendarChange.ts';

declare module '../../engine/context.ts' {
  interface Services {
    leave: Service;
  }
}

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

const EVERY_MS = 60_000;
/** Entities whose changes affect the leave of users. */
const SOURCES = ['user', 'vacation', 'vacationTier', 'workCalendar', 'workCalendarDay'];

/** Finds users who are entitled to leave by their employment data, have a balance, or are away. */
const findPeople = async (trx: Trx): Promise<number[]> => {
  const users = await trx
    .selectFrom('user as u')
    .select('u.id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.joinDate', 'is not', null),
        eb('u.firstWorkDate', 'is not', null),
        exists(selectFrom('userVacation as l').select('l.id').whereRef('l.userId', '=', 'u.id')),
        exists(selectFrom('leaveDay as d').select('d.id').whereRef('d.userId', '=', 'u.id')),
      ]),
    )
    .orderBy('u.id')
    .execute();
  return users.map(({ id }) => id);
};

interface Round {
  tenantId: number;
  /** The tenant's current day by default. */
  today?: string;
  /** The users to whom it applies, by default all. */
  userIds?: readonly number[];
  signal?: AbortSignal;
}

/**
 * Updates the leave balances of a tenant's users, and adapts leave to the calendar. Returns false after a failure or
 * an abort.
 */
export async function followTenant(
  parts: Parts,
  { tenantId, today, userIds, signal }: Round,
): Promise<boolean> {
  const { db, log } = parts;
  const { people, zone } = await db.tenant(tenantId, async (trx) => ({
    people: userIds ?? (await findPeople(trx)),
    zone: (await readCalendar(trx)).zone,
  }));
  const step = platformStep(parts, tenantId, zone);
  const day = today ?? dayAt(Date.now(), zone);
  let isDone = true;
  for (const userId of people) {
    if (signal?.aborted) return false;
    try {
      await db.tenant(tenantId, async (trx) => {
        await followPerson(trx, step, userId, day);
        await followCalendar(trx, step, userId, day);
      });
    } catch (error) {
      isDone = false;
      log.error('the leave balances of a person were not followed', { tenantId, userId, error });
    }
  }
  return isDone;
}

/** Updates the balances each day, and immediately after a change that affects them. */
export function createLeave(parts: Parts): Service {
  const { db, log, hub } = parts;
  /** The day to which the balances of each tenant are up to date, and the users changed since. */
  const done = new Map<number, string>();
  const touched = new Map<number, Set<number>>();
  let work: RepeatedWork | null = null;
  let unsubscribe: (() => void) | null = null;

  function onEntityChange({ entity, tenantId, id }: { entity: string; tenantId: number; id: number }): void {
    if (!SOURCES.includes(entity)) return;
    if (entity === 'user' && id > 0) touched.set(tenantId, (touched.get(tenantId) ?? new Set()).add(id));
    else done.delete(tenantId);
    work?.wake();
  }

  async function runTenant(tenantId: number, signal: AbortSignal): Promise<void> {
    const { zone } = await db.tenant(tenantId, readCalendar);
    const today = dayAt(Date.now(), zone);
    const userIds = [...(touched.get(tenantId) ?? [])];
    touched.delete(tenantId);
    if (done.get(tenantId) !== today) {
      // Stored first, so that changes during the run are checked again.
      done.set(tenantId, today);
      if (!(await followTenant(parts, { tenantId, today, signal }))) done.delete(tenantId);
    } else if (userIds.length > 0 && !(await followTenant(parts, { tenantId, today, userIds, signal })))
      done.delete(tenantId);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const tenants = await db.system((trx) => trx.selectFrom('tenant').select('id').orderBy('id').execute());
    for (const { id } of tenants) {
      if (signal.aborted) return;
      await runTenant(id, signal);
    }
  }

  return {
    async start() {
      unsubscribe = hub.subscribe((event) => {
        if (event.type === 'entity') onEntityChange(event);
      });
      work = leaseEvery(db, log, 'leave balances', EVERY_MS, run);
    },
    async close() {
      unsubscribe?.();
      await work?.close();
    },
  };
}
