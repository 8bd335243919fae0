/**
 * Statistics worked out by hand. The same tables are held against the arithmetic alone and against a server with its
 * database, where the points arrive late and in any order.
 */
import { byTime } from './byTime.ts';
import { calendar } from './calendar.ts';
import type { StatisticCase } from './case.ts';
import { counters } from './counters.ts';
import { gauges } from './gauges.ts';

export type { CaseQuestion, StatisticCase } from './case.ts';

export const statisticCases: readonly StatisticCase[] = [...calendar, ...counters, ...gauges, ...byTime];
