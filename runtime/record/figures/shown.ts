/** The props that every display of a statistic gets. */
import type { StatisticDefinition } from '../../../generated/definition.ts';
import type { Compare } from '../../core/statistics/steps.ts';
import type { StatisticAnswer, StatisticRow, StatisticTotal } from './words.ts';

export const SHOWN_AS = ['figures', 'bar', 'line', 'ranking', 'share', 'funnel', 'table', 'pivot'] as const;
export type ShownAs = (typeof SHOWN_AS)[number];

/** Links a figure to the list of the records behind it. */
export interface Drill {
  /** Returns the address. Null if no list can show exactly these records. */
  href(row: StatisticRow | StatisticTotal, figure: string): string | null;
  /** Called before the link is opened. */
  follow(): void;
}

export interface ShownProps {
  statistic: StatisticDefinition;
  answer: StatisticAnswer;
  /** The names of the displayed figures. Charts show the first one. */
  figures: readonly string[];
  compare: Compare | undefined;
  drill?: Drill | null;
}
