/** Arranges the rows of a statistic: steps along an axis, and a series for each value of the second dimension. */
import type { StatisticAnswer, StatisticRow } from '../words.ts';

export interface FigureSeries {
  key: string;
  /** The row that represents the series. Its second key and its currency name the series. */
  row: StatisticRow;
  values: (number | null)[];
  /** The rows of the values, in their order. */
  rows: (StatisticRow | null)[];
  /** The values of the earlier period. */
  before: (number | null)[] | null;
}

export interface FigureTable {
  /** The rows that give the places along the axis. */
  places: StatisticRow[];
  series: FigureSeries[];
}

export const numberOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Sorts rows by currency, because only amounts in the same currency are compared. */
export const partCurrencies = <Row extends { currency: string | null }>(rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, ({ currency }) => currency).values()].flat();

/** `figure` of each row, by the first key along the axis and by the second key and the currency as series. */
export function tableOf({ by, rows }: Pick<StatisticAnswer, 'by' | 'rows'>, figure: string): FigureTable {
  const [first = '', ...others] = by;
  const placeOf = ({ key }: StatisticRow): string => JSON.stringify(key[first] ?? null);
  const seriesOf = ({ key, currency }: StatisticRow): string =>
    JSON.stringify([others.map((name) => key[name] ?? null), currency]);
  const places = new Map<string, StatisticRow>();
  for (const row of rows) if (!places.has(placeOf(row))) places.set(placeOf(row), row);
  const indexOfKey = new Map([...places.keys()].map((key, index) => [key, index]));
  const groups = Map.groupBy(partCurrencies(rows), seriesOf);
  const series = [...groups].map(([key, group]): FigureSeries => {
    const values: (number | null)[] = Array(places.size).fill(null);
    const before: (number | null)[] = Array(places.size).fill(null);
    const cells: (StatisticRow | null)[] = Array(places.size).fill(null);
    for (const row of group) {
      const index = indexOfKey.get(placeOf(row))!;
      values[index] = numberOf(row.figures[figure]);
      cells[index] = row;
      before[index] = numberOf(row.before?.[figure]);
    }
    return {
      key,
      row: group[0]!,
      values,
      rows: cells,
      before: group.some((row) => row.before) ? before : null,
    };
  });
  return { places: [...places.values()], series };
}
