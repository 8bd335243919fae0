/** Reads the answers to needs. Rows with invalid structure become null. */

import { EMPTY_VALUE, formatNumber } from '../../core/numbers/format.ts';
import { isObject } from '../../core/object.ts';
import type { HistoryRow, NeedResult, RealtimeRow, StatisticRow } from '../../core/scheduler/types.ts';

function rowsOf<Row extends { sn: string }>(result: NeedResult | undefined, list?: keyof Row): Row[] {
  if (!result?.ok || !Array.isArray(result.data)) return [];
  return result.data.filter(
    (row): row is Row =>
      isObject(row) &&
      typeof row.sn === 'string' &&
      (list === undefined || Array.isArray(row[list as string])),
  );
}

export const realtimeRows = (result: NeedResult | undefined) => rowsOf<RealtimeRow>(result);
export const statisticRows = (result: NeedResult | undefined) => rowsOf<StatisticRow>(result, 'datas');
export const historyRows = (result: NeedResult | undefined) => rowsOf<HistoryRow>(result, 'points');

interface NamedRow {
  sn: string;
  name?: string | null;
  deviceName?: string | null;
}

/**
 * Returns the function that names a variable by device and variable. If names are missing, it returns the serial
 * number.
 */
export function readNames(result: NeedResult | undefined): (sn: string) => string {
  const names = new Map(
    rowsOf<NamedRow>(result).map(({ sn, name, deviceName }) => [
      sn,
      [deviceName, name].filter(Boolean).join(' · '),
    ]),
  );
  return (sn) => names.get(sn) || sn;
}

export function objectData(result: NeedResult | undefined): Record<string, unknown> | null {
  return result?.ok && isObject(result.data) && !Array.isArray(result.data) ? result.data : null;
}

export interface Reading {
  value: number | string | boolean | null;
  unit: string;
  decimals: number | undefined;
  /** Milliseconds. Null for a value without a time. */
  ts: number | null;
  stale: boolean;
}

const millis = (ts: string | number | null): number | null => {
  const value = typeof ts === 'string' ? Date.parse(ts) : ts;
  return value === null || Number.isNaN(value) ? null : value;
};

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/**
 * Returns the value of a variable: the latest value, the statistic, or the last value of a day, depending on
 * the need. Null without a value.
 */
export function readingOf(spec: { kind: string }, result: NeedResult | undefined): Reading | null {
  if (spec.kind === 'realtime') {
    const row = realtimeRows(result)[0];
    if (!row) return null;
    const { data: value, unit, decimals, ts, stale } = row;
    return {
      value,
      unit: unit ?? '',
      decimals: decimals ?? undefined,
      ts: millis(ts),
      stale: stale === true,
    };
  }
  if (spec.kind === 'history') {
    const row = historyRows(result)[0];
    const last = row?.points.findLast((point) => finite(point[1]) !== null);
    if (!row) return null;
    const { unit, decimals } = row;
    return {
      value: last?.[1] ?? null,
      unit: unit ?? '',
      decimals: decimals ?? undefined,
      ts: last?.[0] ?? null,
      stale: false,
    };
  }
  const row = statisticRows(result)[0];
  if (!row) return null;
  return {
    value: finite(row.value),
    unit: row.unit ?? '',
    decimals: row.decimals ?? undefined,
    ts: null,
    stale: false,
  };
}

/**
 * Formats a value. Numbers are grouped and rounded to the variable's decimals. Texts are unchanged. Missing values
 * become '--' (V075).
 */
export function valueText(value: Reading['value'] | undefined, decimals?: number): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  return typeof value === 'number' ? formatNumber(value, { decimals }) : String(value);
}
