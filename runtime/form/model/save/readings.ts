/** Fills rows with the last known values of a device (`x-readings`). Pure, except for the request. */
import type { Data } from '../../../../generated/calls.ts';
import type { Field, Readings } from '../../../../generated/definition.ts';
import { isObject } from '../../../core/object.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { call } from '../../../kit/api/client.ts';

type DeviceReading = Data<'deviceReadings'>[number];

/** The request for the rows of a table. */
export interface ReadingsTool {
  words: Readings;
  device: string;
  codes: string;
}

/** Returns the request. Null if the record has no device, or no row has a key. */
export function readingsOf(field: Field, rows: unknown, around: Values): ReadingsTool | null {
  const { 'x-readings': words } = field;
  if (!words || !Array.isArray(rows)) return null;
  const device = around[words.device];
  const keys = rows
    .filter(isObject)
    .flatMap((row) => (typeof row[words.by] === 'string' ? [row[words.by]] : []));
  const codes = [...new Set(keys)]
    .filter((key) => key !== '')
    .toSorted()
    .join(',');
  return typeof device === 'string' && device !== '' && codes !== '' ? { words, device, codes } : null;
}

/** Requests the values. The address is constant, so that the response can be cached for offline use. */
export const askReadings = ({ device, codes }: ReadingsTool): Promise<Data<'deviceReadings'>> =>
  call('deviceReadings', { query: { deviceSn: device, codes } }, { quiet: true });

export interface FoundReadings {
  rows: unknown[];
  count: number;
  /** The time of the oldest value. */
  oldest: string | null;
}

/** Returns the rows with the values of their keys. Rows without a value are unchanged. */
export function takeReadings(
  { words: { by, value, at } }: ReadingsTool,
  rows: readonly unknown[],
  readings: readonly DeviceReading[],
): FoundReadings {
  const byCode = new Map(readings.map((reading) => [reading.code, reading]));
  const times: string[] = [];
  const filled = rows.map((row) => {
    const found = isObject(row) ? byCode.get(String(row[by] ?? '')) : undefined;
    if (!isObject(row) || !found) return row;
    times.push(found.takenAt);
    return { ...row, [value]: found.value, [at]: found.takenAt };
  });
  return { rows: filled, count: times.length, oldest: times.toSorted()[0] ?? null };
}
