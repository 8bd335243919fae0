/** Every way to show a statistic is given the same. */
import type { StatisticDefinition } from '../../../generated/definition.ts';
import type { Compare } from '../../core/statistics/steps.ts';
import type { StatisticAnswer } from './words.ts';

export const SHOWN_AS = ['figures', 'bar', 'line', 'ranking', 'share', 'funnel', 'table', 'pivot'] as const;
export type ShownAs = (typeof SHOWN_AS)[number];

export interface ShownProps {
  statistic: StatisticDefinition;
  answer: StatisticAnswer;
  /** The figures to show, by name; charts and bars draw the first one. */
  figures: readonly string[];
  compare: Compare | undefined;
}
