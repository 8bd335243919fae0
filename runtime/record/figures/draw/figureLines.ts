/** Makes the lines or bars of a chart with several figures and their colours. Pure. */

import type { StatisticAnswer } from '../words.ts';
import type { DrawnSeries } from './chartOption.ts';
import { type FigureSeries, tableOf } from './series.ts';

/** The values of one figure for one value of the second dimension. */
export interface FigureLine extends FigureSeries {
  figure: string;
}

export const linesOf = (
  answer: Pick<StatisticAnswer, 'by' | 'rows'>,
  figures: readonly string[],
): FigureLine[] =>
  figures.flatMap((figure) =>
    tableOf(answer, figure).series.map((series) => ({ ...series, figure, key: `${figure} ${series.key}` })),
  );

/** Returns the lines of each chart. Amounts in different currencies need separate charts. */
export const partLines = (lines: readonly FigureLine[]): FigureLine[][] => [
  ...Map.groupBy(lines, ({ row }) => row.currency).values(),
];

interface Names {
  name(line: FigureLine): string;
  /** The name of the earlier period. */
  before: string;
}

/** Draws the earlier period behind the current one, in the same colour. */
export const drawLines = (
  lines: readonly FigureLine[],
  colors: readonly string[],
  names: Names,
): DrawnSeries[] =>
  lines.flatMap((line, index) => {
    const { key, figure, values, before } = line;
    const common = { name: names.name(line), color: colors[index % colors.length]!, figure };
    const now = { ...common, key, values, compared: false };
    if (!before) return [now];
    const name = `${common.name} · ${names.before}`;
    return [{ ...common, name, key: `${key} before`, values: before, compared: true }, now];
  });
