import { describe, expect, it } from 'vitest';
import { powerOrdered } from '../../../../../server/demo/simulator/orders.ts';
import { simulate, stateInitial } from '../../../../../server/demo/simulator/simulate.ts';
import { demoStations } from '../../../../../server/demo/sites.ts';

const { site } = demoStations[0]!;
const NOW = Date.UTC(2026, 5, 10, 4);
const MINUTE_MS = 60_000;

describe('a simulated converter', () => {
  it('does what it was told, stands still after a minute of silence, and is left to itself later', () => {
    const order = { power: 250, at: NOW };
    expect(powerOrdered(order, NOW + MINUTE_MS)).toBe(250);
    expect(powerOrdered(order, NOW + MINUTE_MS + 1)).toBe(0);
    expect(powerOrdered(order, NOW + 10 * MINUTE_MS + 1)).toBeUndefined();
    expect(powerOrdered(undefined, NOW)).toBeUndefined();
  });

  it('obeys in place of the plan of its site, within what it can do', () => {
    const run = (ordered?: number) => {
      let state = stateInitial(site, NOW);
      for (let step = 1; step <= 12; step += 1)
        ({ state } = simulate(state, NOW + step * 5_000, 5_000, site, ordered));
      return simulate(state, NOW + 65_000, 5_000, site, ordered).readings;
    };
    expect(run(250)['PCS-power']).toBe(250);
    expect(run(-120)).toMatchObject({ 'PCS-power': -120, 'PCS-setpoint': -120, 'PCS-workMode': 1 });
    expect(run(0)['PCS-power']).toBe(0);
    expect(run(5_000)['PCS-power']).toBe(site.battery.power);
  });
});
