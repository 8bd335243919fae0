/** The part of `$context` that describes the author of a record and the time. Form and server use the same function. */

import type { Values } from '../rules/rule.ts';
import type { Lang } from '../text/lang.ts';
import { DAY_MS, dateOf } from '../time/timeWindow.ts';

export interface Person {
  userId: number;
  userName: string;
  lang: Lang;
  /** The user's first department. Absent if they have none. */
  deptId?: number;
  /** The station selected on the page. Absent for API programs. */
  stationSn?: string;
  /** The time zone of the user's days. */
  zone: string;
}

/** `now` in milliseconds. */
export function personContext({ zone, ...person }: Person, now: number): Values {
  const today = new Date(dateOf(now, zone) * DAY_MS).toISOString().slice(0, 10);
  return { ...person, today, now: new Date(now).toISOString() };
}
