/** The simulated test bench of the demo follows its set point. It stops after a minute without a set point. */
import { expect, it } from 'vitest';
import { restBench } from '../../../demo/assets/benchBattery.ts';
import { followOrder } from '../../../demo/assets/benchFeed.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const SPEC = { capacity: 218.2, power: 100, seed: 7 };
const bench = (power: number) => ({
  state: restBench(SPEC, { ts: START, charged: 0, discharged: 0 }),
  ...{ order: { power, at: START }, told: START },
});
const valuesOf = (points: readonly { sn: string; value: unknown }[], code: string) =>
  points.filter(({ sn }) => sn.endsWith(`-${code}`)).map(({ value }) => value);

it('reports every five seconds while it follows a set point', () => {
  const { state, points } = followOrder(bench(-100), START + 32_000);
  expect(state).toMatchObject({ ts: START + 30_000, power: -100 });
  expect(state.charged).toBeCloseTo(100 / 120, 6);
  expect(valuesOf(points, 'power')).toEqual([-100, -100, -100, -100, -100, -100]);
  expect(valuesOf(points, 'setpoint')).toEqual([-100, -100, -100, -100, -100, -100]);
});

it('stops after a minute without a set point, however long it was not simulated', () => {
  const { state, points } = followOrder(bench(-100), START + 36_000_000);
  // It was charged for one minute.
  expect(state.charged).toBeCloseTo(100 / 60, 6);
  expect(state).toMatchObject({ ts: START + 36_000_000, power: 0 });
  expect(valuesOf(points, 'setpoint').filter((value) => value === -100)).toHaveLength(12);
  // The cells have cooled down.
  expect(state.temperature).toBeCloseTo(24, 1);
});

it('reports rarely while it is idle', () => {
  const idle = { ...bench(0), order: { power: 0, at: START - 120_000 } };
  expect(followOrder(idle, START + 10_000).points).toEqual([]);
  expect(valuesOf(followOrder(idle, START + 15_000).points, 'power')).toEqual([0]);
});
