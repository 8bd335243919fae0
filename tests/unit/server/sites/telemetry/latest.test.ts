import { describe, expect, it } from 'vitest';
import type { ReadyPoint } from '../../../../../server/sites/telemetry/types.ts';
import { createLatest } from '../../../../../server/sites/telemetry/write/latest.ts';

const point = (id: number, ts: number, value: number | string, tenantId = 1): ReadyPoint => ({
  variable: { id, tenantId, deviceSn: `d${id}` } as ReadyPoint['variable'],
  ts,
  value,
  quality: 0,
});

describe('latest values', () => {
  it('are stored by tenant and variable; an older one changes nothing, an equal time does', () => {
    const latest = createLatest();
    latest.note([point(1, 10, 1), point(2, 10, -5), point(100_000, 10, 'on')]);
    latest.note([point(1, 9, 2), point(2, 10, 6), point(1, 10, 3, 2)]);
    expect(latest.get(1, 1)).toEqual({ ts: 10, value: 1 });
    expect(latest.get(1, 2)).toEqual({ ts: 10, value: 6 });
    expect(latest.get(2, 1)).toEqual({ ts: 10, value: 3 });
    expect(latest.get(1, 100_000)).toEqual({ ts: 10, value: 'on' });
    expect([latest.get(1, 3), latest.get(3, 1), latest.get(2, 100_000)]).toEqual([null, null, null]);
  });

  it('change from text to number and back, and can be removed', () => {
    const latest = createLatest();
    latest.note([point(1, 1, 'idle')]);
    latest.note([point(1, 2, 0)]);
    expect(latest.get(1, 1)).toEqual({ ts: 2, value: 0 });
    latest.note([point(1, 3, '')]);
    expect(latest.get(1, 1)).toEqual({ ts: 3, value: '' });
    latest.forget(1, 1);
    expect(latest.get(1, 1)).toBeNull();
    latest.noteRemote(1, 1, 1, 4);
    expect(latest.get(1, 1)).toEqual({ ts: 1, value: 4 });
  });

  it('that were read do not overwrite values written in the meantime', () => {
    const latest = createLatest();
    latest.note([point(1, 20, 2)]);
    latest.take([{ tenantId: 1, variableId: 1, ts: 10, value: 1 }]);
    latest.take([{ tenantId: 1, variableId: 2, ts: 10, value: 1 }]);
    expect([latest.get(1, 1)?.value, latest.get(1, 2)?.value]).toEqual([2, 1]);
  });
});
