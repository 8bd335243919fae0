import { describe, expect, it } from 'vitest';
import { findOrderedPower } from '../../../../demo/simulator/orders.ts';
import { flowAt, simulate, stateInitial } from '../../../../demo/simulator/simulate.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';

const { site } = demoStations[0]!;
const NOW = Date.UTC(2026, 5, 10, 4);
const MINUTE_MS = 60_000;

describe('a simulated converter', () => {
  it("follows its command, stops after a minute of silence, and later follows the site's control", () => {
    const order = { power: 250, at: NOW };
    expect(findOrderedPower(order, NOW + MINUTE_MS)).toBe(250);
    expect(findOrderedPower(order, NOW + MINUTE_MS + 1)).toBe(0);
    expect(findOrderedPower(order, NOW + 10 * MINUTE_MS + 1)).toBeUndefined();
    expect(findOrderedPower(undefined, NOW)).toBeUndefined();
  });

  it("follows commands instead of the site's plan, within its limits", () => {
    const run = (ordered?: number) => {
      let state = stateInitial(site, NOW);
      for (let step = 1; step <= 12; step += 1)
        ({ state } = simulate(state, NOW + step * 5_000, 5_000, site, { power: ordered }));
      return simulate(state, NOW + 65_000, 5_000, site, { power: ordered }).readings;
    };
    expect(run(250)['PCS-power']).toBe(250);
    expect(run(-120)).toMatchObject({ 'PCS-power': -120, 'PCS-setpoint': -120, 'PCS-workMode': 1 });
    expect(run(0)['PCS-power']).toBe(0);
    expect(run(5_000)['PCS-power']).toBe(site.battery.power);
  });

  it('leaves the grid and supplies the site alone, until it is commanded back', () => {
    let state = { ...stateInitial(site, NOW), batteryPower: 0 };
    const step = (at: number, islanded?: boolean) => {
      const ts = NOW + at * 5_000;
      const flow = flowAt(state, ts, 5_000, site, { islanded });
      const { state: next, readings, momentary } = simulate(state, ts, 5_000, site, { islanded });
      state = next;
      return { flow, readings: { ...readings, ...momentary() } };
    };
    const alone = [step(1, true), step(2), step(3)];
    for (const { flow, readings } of alone) {
      expect(readings).toMatchObject({ 'PCS-gridMode': 0, 'METER-power': 0, 'SWG-qf1': 0 });
      expect(flow.pv + flow.battery).toBeCloseTo(flow.load + flow.losses, 9);
      expect(readings['METER-voltageA']).toBeGreaterThan(9_000);
    }
    expect(step(4, false).readings).toMatchObject({ 'PCS-gridMode': 1, 'SWG-qf1': 1 });
    const { flow } = step(5);
    expect(flow.pv + flow.battery + flow.grid).toBeCloseTo(flow.load + flow.losses, 9);
  });

  it('sheds load beyond all sources, and does not generate unused PV', () => {
    const empty = { ...stateInitial(site, NOW), soc: site.battery.minSoc };
    const dark = flowAt(empty, Date.UTC(2026, 5, 10, 18), 5_000, site, { islanded: true });
    expect(dark).toMatchObject({ pv: 0, battery: 0, load: 0, losses: 0, grid: 0 });
    const noLoad = { ...site, load: { ...site.load, base: 0, production: 0, coolingPerDegree: 0, drive: 0 } };
    const full = { ...stateInitial(site, NOW), soc: site.battery.maxSoc };
    const bright = flowAt(full, NOW, 5_000, noLoad, { islanded: true });
    expect(bright.curtailed).toBeGreaterThan(10);
    expect(bright.pv).toBeCloseTo(bright.load + bright.climatisation.auxiliary, 6);
  });
});
