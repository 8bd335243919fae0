/**
 * Statistics computed by hand. The same tables test the arithmetic alone, and a server with its database. At the
 * server, the points arrive late and in any order.
 */
import { byTime } from './byTime.ts';
import { calendar } from './calendar.ts';
import type { StatisticCase } from './case.ts';
import { counters } from './counters.ts';
import { gauges } from './gauges.ts';

export type { CaseQuestion, StatisticCase } from './case.ts';

export const statisticCases: readonly StatisticCase[] = [...calendar, ...counters, ...gauges, ...byTime];
