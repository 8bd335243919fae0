/** The figures behind a widget as tables: what its needs were answered, with units, on the station's clock. Pure. */
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import { historyRows, objectData, realtimeRows, statisticRows } from '../reading.ts';

export type TableCell = string | number | null;

export interface TableColumn {
  title: string;
  /** Moments are milliseconds. */
  kind: 'text' | 'number' | 'time';
  decimals?: number;
}

export interface DataTable {
  title: string;
  columns: TableColumn[];
  rows: TableCell[][];
}

/** The words of the person's language. */
export interface TableWords {
  time: string;
  variable: string;
  name: string;
  value: string;
  unit: string;
  from: string;
  to: string;
  field: string;
}

type Names = ReadonlyMap<string, string>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the configuration calls its variables: each pair of device and variable beside a name. */
export function names_ofConfig(config: unknown, names = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(config)) for (const one of config) names_ofConfig(one, names);
  if (!isObject(config)) return names;
  const name = [config.name, config.showName].find((one) => typeof one === 'string' && one !== '');
  for (const value of Object.values(config)) {
    const sn = Array.isArray(value) && value.length === 2 ? value[1] : null;
    if (typeof sn === 'string' && typeof name === 'string') names.set(sn, name);
    else names_ofConfig(value, names);
  }
  return names;
}

const text = (title: string): TableColumn => ({ title, kind: 'text' });
const time = (title: string): TableColumn => ({ title, kind: 'time' });
const number = (title: string, decimals?: number | null): TableColumn => ({
  title,
  kind: 'number',
  ...(typeof decimals === 'number' && { decimals }),
});
const named = (sn: string, unit: string | null | undefined, names: Names): string =>
  `${names.get(sn) ?? sn}${unit ? ` (${unit})` : ''}`;

function cell_of(value: unknown): TableCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Series side by side, a row for every moment that one of them has. */
function series_table(
  series: { title: string; decimals?: number | null; points: [number, TableCell][] }[],
  words: TableWords,
): Omit<DataTable, 'title'> {
  const rows = new Map<number, TableCell[]>();
  series.forEach(({ points }, at) => {
    for (const [ts, value] of points) {
      if (!Number.isFinite(ts)) continue;
      const row = rows.get(ts) ?? new Array<TableCell>(series.length).fill(null);
      row[at] = value;
      rows.set(ts, row);
    }
  });
  return {
    columns: [time(words.time), ...series.map(({ title, decimals }) => number(title, decimals))],
    rows: [...rows].sort(([a], [b]) => a - b).map(([ts, cells]) => [ts, ...cells]),
  };
}

function fields_of(records: readonly Record<string, unknown>[]): Omit<DataTable, 'title'> {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    columns: keys.map((key) =>
      records.every((record) => typeof record[key] === 'number' || record[key] == null)
        ? number(key)
        : text(key),
    ),
    rows: records.map((record) => keys.map((key) => cell_of(record[key]))),
  };
}

/** The answer of a call: its list of records, or its fields one below the other. */
function answer_table(result: NeedResult, words: TableWords): Omit<DataTable, 'title'> {
  const { data } = result;
  const list = Array.isArray(data)
    ? data
    : Object.values(objectData(result) ?? {}).find((value) => Array.isArray(value) && value.some(isObject));
  if (Array.isArray(list) && list.some(isObject)) return fields_of(list.filter(isObject));
  return {
    columns: [text(words.field), text(words.value)],
    rows: Object.entries(objectData(result) ?? {}).map(([key, value]) => [key, cell_of(value)]),
  };
}

function need_table(
  spec: NeedSpec,
  result: NeedResult,
  names: Names,
  words: TableWords,
): Omit<DataTable, 'title'> {
  switch (spec.kind) {
    case 'realtime':
      return {
        columns: [
          text(words.name),
          text(words.variable),
          number(words.value),
          text(words.unit),
          time(words.time),
        ],
        rows: realtimeRows(result).map(({ sn, name, data, unit, ts }) => [
          names.get(sn) ?? name ?? sn,
          sn,
          cell_of(data),
          unit ?? '',
          ts === null ? null : new Date(ts).getTime(),
        ]),
      };
    case 'statistic': {
      const found = statisticRows(result);
      if (spec.bucket === 'total') {
        return {
          columns: [
            text(words.name),
            number(words.value),
            text(words.unit),
            time(words.from),
            time(words.to),
          ],
          rows: found.map(({ sn, value, unit }) => [
            names.get(sn) ?? sn,
            value,
            unit ?? '',
            Date.parse(spec.from),
            Date.parse(spec.to),
          ]),
        };
      }
      return series_table(
        found.map(({ sn, unit, decimals, datas, time_keys }) => ({
          title: named(sn, unit, names),
          decimals,
          points: time_keys.map((key, at): [number, TableCell] => [Date.parse(key), datas[at] ?? null]),
        })),
        words,
      );
    }
    case 'history':
      return series_table(
        historyRows(result).map(({ sn, unit, decimals, points }) => ({
          title: named(sn, unit, names),
          decimals,
          points,
        })),
        words,
      );
    default:
      return answer_table(result, words);
  }
}

const same = (a: readonly TableColumn[], b: readonly TableColumn[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** One table for each need; those of the same columns become one. */
export function widget_tables(
  specs: readonly NeedSpec[],
  results: readonly NeedResult[],
  names: Names,
  words: TableWords,
  title: string,
): DataTable[] {
  const tables: DataTable[] = [];
  specs.forEach((spec, at) => {
    const result = results[at];
    if (!result) return;
    const table = need_table(spec, result, names, words);
    if (table.rows.length === 0) return;
    const alike = tables.find((one) => same(one.columns, table.columns) && table.columns[0]?.kind !== 'time');
    if (alike) alike.rows.push(...table.rows);
    else tables.push({ title, ...table });
  });
  return tables.map((one, at) => (tables.length > 1 ? { ...one, title: `${title} ${at + 1}` } : one));
}
