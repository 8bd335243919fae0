/** The demo simulates a strategy's past: the decisions of the controller for the load of a simulated site. */
import { describe, expect, it } from 'vitest';
import { flowAt, stateInitial } from '../../../../demo/simulator/simulate.ts';
import { type PastLine, type Steered, steerPast } from '../../../../demo/simulator/steerPast.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const STEP_MS = 30 * 60_000;
const { site } = demoStations.find((station) => station.site.sn === 'SZ01')!;
const { power, capacity } = site.battery;
const ratings = { charge: power, discharge: power, capacity, transformer: site.grid.transformer };

const NOTHING = { power: null, peakPower: null, chargeBelow: null, exportPower: null, blocks: null };
const linesOf = (fields: Partial<Steered>, days = 10): PastLine[] => {
  const strategy: Steered = {
    ...NOTHING,
    id: 1,
    kind: 'selfConsumption',
    limits: { export: 300 },
    ...fields,
  };
  return [...steerPast(site, strategy, ratings, { days, now: NOW })].flat();
};

describe('the past of a strategy', () => {
  it('is deterministic, and ends before today', () => {
    const lines = linesOf({});
    expect(lines).toEqual(linesOf({}));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.every(({ at }) => Date.parse(at) < Date.parse('2026-11-27T16:00:00Z'))).toBe(true);
    expect(Date.parse(lines[0]!.at)).toBe(Date.parse('2026-11-17T16:00:00Z'));
  });

  it('is measured at the load of the simulated site', () => {
    for (const { at, grid, measured } of linesOf({})) {
      const ts = Date.parse(at);
      const resting = flowAt(stateInitial(site, ts - STEP_MS), ts, STEP_MS, site, { power: 0 });
      // Losses of transformer, cooling and warm modules differ by some per cent of the power.
      const need = grid! + measured!;
      expect(Math.abs(need - resting.grid)).toBeLessThan(25 + 0.08 * Math.abs(need) + 0.08 * resting.pv);
    }
  });

  it('follows the blocks of its day, and reaches the limits of the window', () => {
    const block = (start: string, end: string, kW: number) => ({ start, end, power: kW });
    const blocks = [block('00:00', '08:00', -300), block('08:00', '20:00', 400), block('20:00', '24:00', 0)];
    const lines = linesOf({ kind: 'timeOfDay', blocks });
    const begun = lines.filter(({ at }) => at.endsWith('T00:00:00.000Z'));
    // 08:00 in Shanghai.
    expect(begun.map(({ wish, power: sent }) => [wish, sent])).toEqual(begun.map(() => [400, 400]));
    expect(begun.length).toBe(10);
    expect(lines.some(({ limit, power: sent }) => limit === 'soc' && sent === 0)).toBe(true);
    expect(lines.every(({ soc }) => soc! > 5 && soc! < 100)).toBe(true);
  });
});
