/** Does as definitions say about time, in one process of all: once a minute, and at once after a plan was written. */

import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import type { Service } from '../context.ts';
import type { TimeParts } from './platformStep.ts';
import { runSchedules, scheduledEntities } from './schedules.ts';

const EVERY_MS = 60_000;
const CALENDAR = ['workCalendar', 'workCalendarDay'];

/** Started, makes the records of schedules. */
export function createTime(parts: TimeParts): Service {
  let work: RepeatedWork | null = null;
  let unsubscribe: (() => void) | null = null;
  return {
    async start() {
      unsubscribe = parts.hub.subscribe((event) => {
        if (event.type !== 'entity') return;
        const isPlan = scheduledEntities().some(({ name }) => name === event.entity);
        if (isPlan || CALENDAR.includes(event.entity)) work?.wake();
      });
      work = leaseEvery(parts.db, parts.log, 'time', EVERY_MS, (signal) =>
        runSchedules(parts, Date.now(), signal),
      );
    },
    async close() {
      unsubscribe?.();
      await work?.close();
    },
  };
}
