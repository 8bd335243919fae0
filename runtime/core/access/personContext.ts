/** The part of `$context` that is about who fills in a record, and when: the same in form and server. */

import type { Values } from '../rules/rule.ts';
import type { Lang } from '../text/lang.ts';
import { DAY_MS, dateOf } from '../time/timeWindow.ts';

export interface Person {
  userId: number;
  userName: string;
  lang: Lang;
  /** The first of their departments; none: they are in no department. */
  deptId?: number;
  /** The station that they have chosen on the page; programs choose none. */
  stationSn?: string;
  /** The time zone in which their days begin. */
  zone: string;
}

/** `now` in milliseconds. */
export function personContext({ zone, ...person }: Person, now: number): Values {
  const today = new Date(dateOf(now, zone) * DAY_MS).toISOString().slice(0, 10);
  return { ...person, today, now: new Date(now).toISOString() };
}
