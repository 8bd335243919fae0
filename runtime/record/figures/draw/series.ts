/** Arranges the rows of a statistic: positions along an axis, and a series for each value of the second dimension. */
import type { StatisticAnswer, StatisticRow } from '../words.ts';

export interface FigureSeries {
  key: string;
  /** A row of the series, whose second key and currency identify the series. */
  row: StatisticRow;
  values: (number | null)[];
  /** The rows of the values, in order. */
  rows: (StatisticRow | null)[];
  /** The values of the earlier period. */
  before: (number | null)[] | null;
}

export interface FigureTable {
  /** The rows that define the axis positions. */
  places: StatisticRow[];
  series: FigureSeries[];
}

export const numberOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Groups rows by currency, because amounts in different currencies are not comparable. */
export const partCurrencies = <Row extends { currency: string | null }>(rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, ({ currency }) => currency).values()].flat();

/** Arranges `figure` of each row: the first key as the axis, the second key and the currency as series. */
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
