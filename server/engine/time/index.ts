/**
 * Applies the time rules of definitions in one of all processes: every minute, and immediately after a plan is
 * written.
 */

import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import type { Service } from '../context.ts';
import { releaseNotices } from '../notices/index.ts';
import { createEvents } from './followEvents.ts';
import { runLimits } from './limits.ts';
import type { TimeParts } from './platformStep.ts';
import { runReminders } from './reminders.ts';
import { runSchedules, scheduledEntities } from './schedules.ts';

const EVERY_MS = 60_000;
const CALENDAR = ['workCalendar', 'workCalendarDay'];

/** Runs all time rules. An error in one does not stop the others. */
async function runAll(parts: TimeParts, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const ended = await Promise.allSettled([
    runSchedules(parts, now, signal),
    runReminders(parts, now, signal),
    releaseNotices(parts.db, now),
    runLimits(parts, now, signal),
  ]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** Creates the records of schedules, sends reminders and enforces time limits of states. */
export function createTime(parts: TimeParts): Service {
  createEvents(parts);
  let work: RepeatedWork | null = null;
  let unsubscribe: (() => void) | null = null;
  return {
    async start() {
      unsubscribe = parts.hub.subscribe((event) => {
        if (event.type !== 'entity') return;
        const isPlan = scheduledEntities().some(({ name }) => name === event.entity);
        if (isPlan || CALENDAR.includes(event.entity)) work?.wake();
      });
      work = leaseEvery(parts.db, parts.log, 'time', EVERY_MS, (signal) => runAll(parts, signal));
    },
    async close() {
      unsubscribe?.();
      await work?.close();
    },
  };
}
