/** The curve of a document: round axes, times of its zone, and lines that stop at gaps. */
import { expect, it } from 'vitest';
import { drawCurve, makeAxis, timesOf } from '../../../../../server/engine/documents/curve.ts';
import type { CurveLine } from '../../../../../server/engine/recordCurve.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T00:20:00Z');
const POWER = { title: { zh: '功率', en: 'Power' }, unit: 'kW' };

const lineOf = (...stretches: (readonly [number, number])[][]): CurveLine => ({ ...POWER, stretches });

it('has axes with round numbers around all values', () => {
  const line = lineOf([
    [START, -100],
    [START + HOUR_MS, 98.4],
  ]);
  expect(makeAxis('kW', [line])).toMatchObject({
    from: -100,
    to: 100,
    ticks: [-100, -50, 0, 50, 100],
    digits: 0,
  });
  const cells = lineOf([
    [START, 3.204],
    [START + HOUR_MS, 3.311],
  ]);
  expect(makeAxis('kW', [cells])).toMatchObject({ from: 3.2, to: 3.35, digits: 2 });
  // A constant line, and a line without points, also have an axis.
  expect(makeAxis('kW', [lineOf([[START, 5]])]).ticks.length).toBeGreaterThan(1);
  expect(makeAxis('kW', [lineOf([])])).toMatchObject({ from: 0, to: 1 });
});

it('labels round times of the zone', () => {
  const times = timesOf({ from: START, to: START + 6 * HOUR_MS }, 'Asia/Kolkata');
  // India is five and a half hours ahead.
  expect(times.map((ts) => new Date(ts).toISOString().slice(11, 16))).toEqual([
    ...['00:30', '01:30', '02:30', '03:30', '04:30', '05:30'],
  ]);
});

it('draws a line for each stretch, and two units per plot', () => {
  const first: [number, number][] = [
    [START, 0],
    [START + HOUR_MS, 10],
  ];
  const second: [number, number][] = [
    [START + 2 * HOUR_MS, 10],
    [START + 3 * HOUR_MS, 0],
  ];
  const share = { ...POWER, unit: '%', title: { zh: '<SOC>', en: '<SOC>' }, stretches: [first] };
  const cells = { ...POWER, unit: 'V', stretches: [first] };
  const marks = [{ at: START, title: { zh: '充电', en: 'Charge' } }];
  const curve = { from: START, to: START + 3 * HOUR_MS, lines: [lineOf(first, second), share, cells], marks };
  const svg = drawCurve(curve, { lang: 'en', zone: 'UTC' });
  const [line] = /<path d="([^"]*)"/.exec(svg)!.slice(1);
  expect(line!.split('M')).toHaveLength(3);
  expect(svg).toContain('&lt;SOC&gt; (%)');
  expect(svg).toContain('>Charge<');
  // Times below each of the two plots.
  expect(svg.match(/>01:00</g)).toHaveLength(2);
  expect(drawCurve(curve, { lang: 'zh', zone: 'UTC' })).toContain('>充电<');
});
