/** Rows take the last known values of a device by the keys of its variables. */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { readingsOf, takeReadings } from '../../../../runtime/form/model/save/readings.ts';

const text = { zh: '取', en: 'Take' };
const words = { title: text, device: 'deviceSn', by: 'code', value: 'value', at: 'takenAt' };
const FIELD: Field = { type: 'array', 'x-readings': words };
const ROWS = [{ code: 'temp' }, { code: 'soc', value: 5 }, { code: null }, { code: 'temp', name: 'again' }];
const reading = (code: string, value: number, minute: number) => ({
  ...{ code, value, unit: '', stale: false, takenAt: `2026-11-20T08:0${minute}:00Z` },
});

describe('readings', () => {
  it('are requested for each key once, from the device of the record', () => {
    expect(readingsOf(FIELD, ROWS, { deviceSn: 'D1' })).toMatchObject({ device: 'D1', codes: 'soc,temp' });
  });

  it('are not requested without a device, without keys, or for other tables', () => {
    expect(readingsOf(FIELD, ROWS, {})).toBeNull();
    expect(readingsOf(FIELD, [{ code: null }], { deviceSn: 'D1' })).toBeNull();
    expect(readingsOf({ type: 'array' }, ROWS, { deviceSn: 'D1' })).toBeNull();
  });

  it('fill the rows of their key with value and time, and return the oldest time', () => {
    const tool = readingsOf(FIELD, ROWS, { deviceSn: 'D1' })!;
    const filled = takeReadings(tool, ROWS, [reading('temp', 23, 4), reading('other', 1, 1)]);
    expect(filled).toMatchObject({ count: 2, oldest: '2026-11-20T08:04:00Z' });
    expect(filled.rows).toEqual([
      { code: 'temp', value: 23, takenAt: '2026-11-20T08:04:00Z' },
      ROWS[1],
      ROWS[2],
      { code: 'temp', name: 'again', value: 23, takenAt: '2026-11-20T08:04:00Z' },
    ]);
  });
});
