/**
 * Statistics computed by hand. The arithmetic alone is tested with the same tables as a server with its database. There
 * the points arrive late and in any order.
 */
import { byTime } from './byTime.ts';
import { calendar } from './calendar.ts';
import type { StatisticCase } from './case.ts';
import { counters } from './counters.ts';
import { gauges } from './gauges.ts';

export type { CaseQuestion, StatisticCase } from './case.ts';

export const statisticCases: readonly StatisticCase[] = [...calendar, ...counters, ...gauges, ...byTime];
