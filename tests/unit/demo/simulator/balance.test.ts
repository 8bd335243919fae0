import { describe, expect, it } from 'vitest';
import { catalogue, INVERTER } from '../../../../demo/simulator/catalogue.ts';
import { flowAt, type Simulated, simulate, stateInitial } from '../../../../demo/simulator/simulate.ts';
import type { SiteEnergy } from '../../../../demo/simulator/site.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';

const QUARTER = 900_000;
const START = Date.UTC(2026, 6, 3);
const STEPS = 4 * 24 * 10;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const supply = (energy: SiteEnergy) => sum(energy.pv) + energy.discharge + energy.gridImport;
const use = (energy: SiteEnergy) => energy.load + energy.charge + energy.gridExport + energy.losses;

function days(site: (typeof demoStations)[number]['site'], dt = QUARTER, steps = STEPS): Simulated[] {
  let state = stateInitial(site, START);
  return Array.from({ length: steps }, (_, i) => {
    const step = simulate(state, START + (i + 1) * dt, dt, site);
    state = step.state;
    return step;
  });
}

describe.each(demoStations.map(({ site }) => ({ sn: site.sn, site })))('site $sn', ({ site }) => {
  const steps = days(site);
  const first = stateInitial(site, START);
  const last = steps[steps.length - 1]!.state;

  it('balances at every instant: pv + discharge + import = load + charge + export + losses', () => {
    let state = first;
    for (const step of steps.slice(0, 200)) {
      const flow = flowAt(state, step.state.ts, QUARTER, site);
      const left = flow.pv + Math.max(0, flow.battery) + Math.max(0, flow.grid);
      const right = flow.load + Math.max(0, -flow.battery) + Math.max(0, -flow.grid) + flow.losses;
      expect(left).toBeCloseTo(right, 8);
      state = step.state;
    }
  });

  it('has no cell beyond the extremes of its battery, and few equal cells', () => {
    for (const { readings, cells } of steps.slice(0, 60)) {
      const each = Object.entries(cells());
      const of = (kind: string) =>
        each.flatMap(([key, value]) => (key.startsWith(`BMU-${kind}_`) ? [value] : []));
      const [voltages, temperatures] = [of('cellVoltage'), of('cellTemperature')];
      expect(voltages).toHaveLength(64);
      expect(Math.max(...voltages)).toBeLessThanOrEqual(readings['BAT-cellVoltageMax']!);
      expect(Math.min(...voltages)).toBeGreaterThanOrEqual(readings['BAT-cellVoltageMin']!);
      expect(Math.max(...temperatures)).toBeLessThanOrEqual(readings['BAT-cellTemperatureMax']!);
      expect(Math.min(...temperatures)).toBeGreaterThanOrEqual(readings['BAT-cellTemperatureMin']!);
      expect(new Set(temperatures).size).toBeGreaterThan(5);
    }
  });

  it('is balanced over ten days by its counters', () => {
    const gained = supply(last.energy) - supply(first.energy);
    const spent = use(last.energy) - use(first.energy);
    expect(gained).toBeGreaterThan(1000);
    expect(Math.abs(gained - spent) / gained).toBeLessThan(1e-9);
  });

  it('reports the same for all arrays as for their inverters one by one', () => {
    for (const { readings } of steps.slice(0, 200)) {
      const energies = site.arrays.map(({ device }) => readings[`${device}-energy`] ?? 0);
      expect(readings['EMS-pvEnergy']).toBeCloseTo(sum(energies), 6);
    }
  });

  it('loses energy in the battery, and conserves the rest', () => {
    const charged = last.energy.charge - first.energy.charge;
    const discharged = last.energy.discharge - first.energy.discharge;
    const stored = (last.soc - first.soc) * site.battery.capacity;
    const efficiency = (discharged + stored) / charged;
    expect(charged).toBeGreaterThan(site.battery.capacity);
    expect(efficiency).toBeGreaterThan(0.85);
    expect(efficiency).toBeLessThan(0.97);
  });

  it('stays within the limits of battery, inverters and feed-in', () => {
    for (const { state, readings } of steps) {
      expect(state.soc).toBeGreaterThanOrEqual(site.battery.minSoc - 1e-9);
      expect(state.soc).toBeLessThanOrEqual(site.battery.maxSoc + 1e-9);
      expect(Math.abs(state.batteryPower)).toBeLessThanOrEqual(site.battery.power);
      for (const { device, rated } of site.arrays)
        expect(readings[`${device}-power`]).toBeLessThanOrEqual(rated);
      expect(readings['METER-power']).toBeGreaterThan(-site.grid.exportLimit * 1.03);
    }
  });

  it('has a number for every variable of the catalogue, and no others', () => {
    const devices = catalogue.flatMap((device) =>
      device.device === INVERTER
        ? site.arrays.map((array) => ({ ...device, device: array.device }))
        : [device],
    );
    const expected = devices.flatMap(({ device, variables }) =>
      variables.map(({ code }) => `${device}-${code}`),
    );
    expect(
      Object.keys({ ...steps[0]!.readings, ...steps[0]!.momentary(), ...steps[0]!.cells() }).sort(),
    ).toEqual(expected.sort());
    for (const { readings } of steps) expect(Object.values(readings).every(Number.isFinite)).toBe(true);
  });

  it('never lets a cumulative counter fall', () => {
    const counters = [
      'METER-importEnergy',
      'METER-exportEnergy',
      'PCS-chargeEnergy',
      'LOAD-energy',
      'EMS-pvEnergy',
    ];
    for (let i = 1; i < steps.length; i++)
      for (const key of counters)
        expect(steps[i]!.readings[key]).toBeGreaterThanOrEqual(steps[i - 1]!.readings[key]!);
  });

  it('is deterministic and has the same energy in finer steps', () => {
    expect(days(site, QUARTER, 20).map(({ readings }) => readings)).toEqual(
      steps.slice(0, 20).map(({ readings }) => readings),
    );
    const fine = days(site, 60_000, 24 * 60);
    const load = fine[fine.length - 1]!.state.energy.load - first.energy.load;
    const coarse = steps[95]!.state.energy.load - first.energy.load;
    expect(Math.abs(load - coarse) / coarse).toBeLessThan(0.03);
  });

  it('generates by day only', () => {
    for (const { readings } of steps)
      if (readings['WS-globalIrradiance'] === 0) expect(readings['EMS-pvPower']).toBe(0);
    expect(Math.max(...steps.map(({ readings }) => readings['EMS-pvPower']!))).toBeGreaterThan(0);
  });
});
