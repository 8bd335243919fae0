/** The part of `$context` about who fills in a record, and when. It is the same in form and server. */

import type { Values } from '../rules/rule.ts';
import type { Lang } from '../text/lang.ts';
import { DAY_MS, dateOf } from '../time/timeWindow.ts';

export interface Person {
  userId: number;
  userName: string;
  lang: Lang;
  /** The user's first department. Absent if they have none. */
  deptId?: number;
  /** The station selected on the page. Programs select none. */
  stationSn?: string;
  /** The time zone in which the user's days begin. */
  zone: string;
}

/** `now` in milliseconds. */
export function personContext({ zone, ...person }: Person, now: number): Values {
  const today = new Date(dateOf(now, zone) * DAY_MS).toISOString().slice(0, 10);
  return { ...person, today, now: new Date(now).toISOString() };
}
