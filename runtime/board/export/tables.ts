/** Converts the answers to a widget's needs to tables, with units and in the station's time zone. Pure. */

import { isObject } from '../../core/object.ts';
import type { HistoryRow, NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import { historyRows, realtimeRows, statisticRows } from '../widget/reading.ts';
import { answerBlocks, type Block } from './answers.ts';
import { recordBlocks } from './recordTables.ts';
import type { DataTable, TableCell, TableColumn, TableWords } from './table.ts';

type Names = ReadonlyMap<string, string>;
const NAMES_APART = ' / ';
/** Limit of characters in a column title of a file. */
const TITLE_LETTERS = 200;

/** Adds a name of a variable. A variable that appears several times in the configuration has several names. */
function noteName(names: Map<string, string>, sn: string, name: string): void {
  const nameParts = names.get(sn)?.split(NAMES_APART) ?? [];
  if (!nameParts.includes(name)) names.set(sn, [...nameParts, name].join(NAMES_APART));
}

/** Returns the names of variables in the configuration. A name is the text beside a pair of device and variable. */
export function namesOfConfig(config: unknown, names = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(config)) for (const item of config) namesOfConfig(item, names);
  if (!isObject(config)) return names;
  const name = [config.name, config.showName].find((text) => typeof text === 'string' && text !== '');
  for (const value of Object.values(config)) {
    const sn = Array.isArray(value) && value.length === 2 ? value[1] : null;
    if (typeof sn === 'string' && typeof name === 'string') noteName(names, sn, name);
    else namesOfConfig(value, names);
  }
  return names;
}

const text = (title: string): TableColumn => ({ title, kind: 'text' });
const time = (title: string): TableColumn => ({ title, kind: 'time' });
const number = (title: string, decimals?: number | null): TableColumn => ({
  title: title.length > TITLE_LETTERS ? `${title.slice(0, TITLE_LETTERS - 1)}…` : title,
  kind: 'number',
  ...(typeof decimals === 'number' && { decimals }),
});
const named = (sn: string, unit: string | null | undefined, names: Names): string =>
  `${names.get(sn) ?? sn}${unit ? ` (${unit})` : ''}`;

function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/**
 * Returns the last moment for which all series are complete, in epoch milliseconds. A series with more points
 * was truncated there. Infinity if no series was truncated.
 */
function lastWhole(rows: readonly HistoryRow[]): number {
  const ends = rows.flatMap(({ more, points }) => (more ? [points.at(-1)?.[0] ?? -Infinity] : []));
  return Math.min(Infinity, ...ends);
}

/** Returns a table with a column for each series, and a row for each time with a value. */
function historyTable(rows: readonly HistoryRow[], names: Names, words: TableWords): Block {
  const last = lastWhole(rows);
  const table = seriesTable(
    rows.map(({ sn, unit, decimals, points }) => ({
      title: named(sn, unit, names),
      decimals,
      points: points.filter(([ts, value]) => value !== null && ts <= last),
    })),
    words,
  );
  return last === Infinity ? table : { ...table, more: true };
}

/** Returns one table for several series, with a row for every moment at which any series has a value. */
function seriesTable(
  series: { title: string; decimals?: number | null; points: [number, TableCell][] }[],
  words: TableWords,
): Omit<DataTable, 'title'> {
  const rows = new Map<number, TableCell[]>();
  series.forEach(({ points }, index) => {
    for (const [ts, value] of points) {
      if (!Number.isFinite(ts)) continue;
      const row = rows.get(ts) ?? new Array<TableCell>(series.length).fill(null);
      row[index] = value;
      rows.set(ts, row);
    }
  });
  return {
    columns: [time(words.time), ...series.map(({ title, decimals }) => number(title, decimals))],
    rows: [...rows].sort(([a], [b]) => a - b).map(([ts, cells]) => [ts, ...cells]),
  };
}

function needBlocks(spec: NeedSpec, result: NeedResult, names: Names, words: TableWords): Block[] {
  switch (spec.kind) {
    case 'realtime':
      return [
        {
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
            cellOf(data),
            unit ?? '',
            ts === null ? null : new Date(ts).getTime(),
          ]),
        },
      ];
    case 'statistic': {
      const rows = statisticRows(result);
      if (spec.bucket === 'total') {
        return [
          {
            columns: [
              text(words.name),
              number(words.value),
              text(words.unit),
              text(words.method),
              time(words.from),
              time(words.to),
            ],
            rows: rows.map(({ sn, value, unit }) => [
              names.get(sn) ?? sn,
              value,
              unit ?? '',
              words.methods[spec.method],
              Date.parse(spec.from),
              Date.parse(spec.to),
            ]),
          },
        ];
      }
      return [
        seriesTable(
          rows.map(({ sn, unit, decimals, datas, time_keys }) => ({
            title: `${named(sn, unit, names)} · ${words.methods[spec.method]}`,
            decimals,
            points: time_keys.map((key, index): [number, TableCell] => [
              Date.parse(key),
              datas[index] ?? null,
            ]),
          })),
          words,
        ),
      ];
    }
    case 'call':
      return recordBlocks(spec, result, words) ?? answerBlocks(spec, result, words);
    case 'history':
      return [historyTable(historyRows(result), names, words)];
    default:
      return answerBlocks(spec, result, words);
  }
}

const same = (a: readonly TableColumn[], b: readonly TableColumn[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Numbers tables with equal names. */
function titlesApart(tables: readonly DataTable[]): DataTable[] {
  const count = Map.groupBy(tables, ({ title }) => title);
  return tables.map((table) => {
    const alike = count.get(table.title) ?? [];
    return alike.length > 1 ? { ...table, title: `${table.title} ${alike.indexOf(table) + 1}` } : table;
  });
}

const titleOf = (title: string, { more }: Pick<DataTable, 'more'>, { part }: TableWords): string =>
  more ? `${title} (${part})` : title;

/** Makes the tables of a widget: at least one for each need. Tables with the same columns are merged. */
export function widgetTables(
  specs: readonly NeedSpec[],
  results: readonly NeedResult[],
  names: Names,
  words: TableWords,
  title: string,
): DataTable[] {
  const tables: DataTable[] = [];
  specs.forEach((spec, index) => {
    const result = results[index];
    if (!result) return;
    for (const { title: own, ...table } of needBlocks(spec, result, names, words)) {
      if (table.rows.length === 0) continue;
      const alike = tables.find(
        (other) => same(other.columns, table.columns) && table.columns[0]?.kind !== 'time',
      );
      if (alike) alike.rows.push(...table.rows);
      else tables.push({ title: titleOf(own ? `${title} · ${own}` : title, table, words), ...table });
    }
  });
  return titlesApart(tables);
}
