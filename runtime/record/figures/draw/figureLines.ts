/** The lines or bars of a chart over several figures, each with its colour. Pure. */

import type { StatisticAnswer } from '../words.ts';
import type { DrawnSeries } from './chartOption.ts';
import { type FigureSeries, tableOf } from './series.ts';

/** The values of one figure, for one value of the second split. */
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

/** The lines of each chart: amounts of two currencies share no axis, and never stand upon each other. */
export const partLines = (lines: readonly FigureLine[]): FigureLine[][] => [
  ...Map.groupBy(lines, ({ row }) => row.currency).values(),
];

interface Names {
  name(line: FigureLine): string;
  /** The name of the time that is compared with. */
  before: string;
}

/** The time that is compared with is before the one that is shown, in the same colour. */
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
