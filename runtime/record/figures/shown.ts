/** Every way to show a statistic is given the same. */
import type { StatisticDefinition } from '../../../generated/definition.ts';
import type { Compare } from '../../core/statistics/steps.ts';
import type { StatisticAnswer, StatisticRow, StatisticTotal } from './words.ts';

export const SHOWN_AS = ['figures', 'bar', 'line', 'ranking', 'share', 'funnel', 'table', 'pivot'] as const;
export type ShownAs = (typeof SHOWN_AS)[number];

/** The way from a figure to the list of the records behind it. */
export interface Drill {
  /** The address; null where no list shows just these records. */
  href(row: StatisticRow | StatisticTotal, figure: string): string | null;
  /** Comes before the address is followed. */
  follow(): void;
}

export interface ShownProps {
  statistic: StatisticDefinition;
  answer: StatisticAnswer;
  /** The figures to show, by name; charts and bars draw the first one. */
  figures: readonly string[];
  compare: Compare | undefined;
  drill?: Drill | null;
}
