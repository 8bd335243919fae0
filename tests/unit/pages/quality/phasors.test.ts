/** The arrows and the table that show the present power quality. */
import { describe, expect, it } from 'vitest';
import { phasorsOf } from '../../../../pages/quality/parts/phasors.ts';
import type { QualityValue } from '../../../../pages/quality/parts/qualityWords.ts';
import { quantityRows } from '../../../../pages/quality/parts/quantityRows.ts';

const measured = (
  group: QualityValue['group'],
  phase: string,
  value: number,
  more: Partial<QualityValue> = {},
): QualityValue => ({
  ...{ sn: `${group}${phase}`, name: group, unit: '', decimals: 1, group, phase, order: null, value },
  ...{ ts: null, stale: false, judged: null, low: null, high: null, verdict: 'unknown' as const },
  ...more,
});

describe('arrows', () => {
  const values = [
    measured('voltage', 'A', 400),
    measured('voltageAngle', 'A', 0),
    measured('voltage', 'B', 200),
    measured('voltageAngle', 'B', -90),
    measured('current', 'A', 80),
    measured('currentAngle', 'A', 90),
  ];

  it('are as long as their relative magnitudes, and turn counterclockwise', () => {
    const [ua, ub, ia] = phasorsOf(values);
    expect([ua!.x, ua!.y]).toEqual([1, 0]);
    expect(ub!.x).toBeCloseTo(0, 9);
    expect(ub!.y).toBeCloseTo(-0.5, 9);
    expect(ia!.y).toBeGreaterThan(0.5);
  });

  it('are not drawn from old values, nor without an angle', () => {
    const old = values.map((one) => ({ ...one, stale: one.phase === 'A' }));
    expect(phasorsOf(old).map(({ key }) => key)).toEqual(['voltageB']);
    expect(phasorsOf(values.filter(({ group }) => group !== 'voltageAngle'))).toHaveLength(1);
  });
});

it('a table has a row for each quantity with its phases, and none for angles', () => {
  const rows = quantityRows([
    measured('voltage', 'A', 400, { low: -7, high: 7, unit: 'V' }),
    measured('voltage', 'B', 401, { low: -7, high: 7, unit: 'V' }),
    measured('harmonic', 'A', 2, { order: 5, high: 4, unit: '%' }),
    measured('harmonic', 'A', 1, { order: 7, high: 4, unit: '%' }),
    measured('voltageAngle', 'A', 0),
  ]);
  expect(rows.map(({ key, unit }) => [key, unit])).toEqual([
    ['voltage', '%'],
    ['harmonic5', '%'],
    ['harmonic7', '%'],
  ]);
  expect([...rows[0]!.cells.keys()]).toEqual(['A', 'B']);
});
