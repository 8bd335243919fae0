import { describe, expect, it } from 'vitest';
import { onlineStatus } from '../../../../../server/sites/overview/status.ts';
import { copySn } from '../../../../../server/sites/stations/copy.ts';
import { countOperatingDays, dayIn } from '../../../../../server/sites/stations/details.ts';

describe('countOperatingDays', () => {
  it('counts days from the first day of operation to today (V026)', () => {
    expect(countOperatingDays('2026-11-01', '2026-11-21')).toBe(20);
    expect(countOperatingDays('2026-11-21', '2026-11-21')).toBe(0);
  });

  it('is not known without a first day or before it', () => {
    expect(countOperatingDays(null, '2026-11-21')).toBeNull();
    expect(countOperatingDays('2026-12-01', '2026-11-21')).toBeNull();
  });
});

describe('dayIn', () => {
  it('is the day on the clock of the zone', () => {
    const evening = Date.parse('2026-11-21T20:00:00Z');
    expect(dayIn('Asia/Shanghai', evening)).toBe('2026-11-22');
    expect(dayIn('America/Denver', evening)).toBe('2026-11-21');
  });
});

describe('onlineStatus', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it('is 1 within the limit of the device, 0 beyond it and without a message', () => {
    expect(onlineStatus('2026-11-21T11:55:00.000Z', 300, now)).toBe(1);
    expect(onlineStatus('2026-11-21T11:54:59.000Z', 300, now)).toBe(0);
    expect(onlineStatus(null, 300, now)).toBe(0);
  });
});

describe('copySn', () => {
  it('replaces the prefix that names the station, or adds the new one', () => {
    expect(copySn('S1-M1', 'S1', 'S2')).toBe('S2-M1');
    expect(copySn('meter', 'S1', 'S2')).toBe('S2-meter');
    expect(copySn('S10-M1', 'S1', 'S2')).toBe('S2-S10-M1');
  });
});
