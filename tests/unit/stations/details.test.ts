import { describe, expect, it } from 'vitest';
import { sn_copy } from '../../../server/stations/copy.ts';
import { day_in, operating_days } from '../../../server/stations/details.ts';
import { values_sum } from '../../../server/stations/photovoltaic.ts';
import { online_status } from '../../../server/stations/status.ts';

describe('operating_days', () => {
  it('counts days from the first day of operation to today (V026)', () => {
    expect(operating_days('2026-11-01', '2026-11-21')).toBe(20);
    expect(operating_days('2026-11-21', '2026-11-21')).toBe(0);
  });

  it('is not known without a first day or before it', () => {
    expect(operating_days(null, '2026-11-21')).toBeNull();
    expect(operating_days('2026-12-01', '2026-11-21')).toBeNull();
  });
});

describe('day_in', () => {
  it('is the day on the clock of the zone', () => {
    const evening = Date.parse('2026-11-21T20:00:00Z');
    expect(day_in('Asia/Shanghai', evening)).toBe('2026-11-22');
    expect(day_in('America/Denver', evening)).toBe('2026-11-21');
  });
});

describe('online_status', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it('is 1 within the limit of the device, 0 beyond it and for one that was never heard', () => {
    expect(online_status('2026-11-21T11:55:00.000Z', 300, now)).toBe(1);
    expect(online_status('2026-11-21T11:54:59.000Z', 300, now)).toBe(0);
    expect(online_status(null, 300, now)).toBe(0);
  });
});

describe('sn_copy', () => {
  it('exchanges the beginning that names the station, or puts the new one in front', () => {
    expect(sn_copy('S1-M1', 'S1', 'S2')).toBe('S2-M1');
    expect(sn_copy('meter', 'S1', 'S2')).toBe('S2-meter');
    expect(sn_copy('S10-M1', 'S1', 'S2')).toBe('S2-S10-M1');
  });
});

describe('values_sum', () => {
  it('adds what is known and is unknown when nothing is', () => {
    expect(values_sum([1, null, 2])).toBe(3);
    expect(values_sum([null])).toBeNull();
  });
});
