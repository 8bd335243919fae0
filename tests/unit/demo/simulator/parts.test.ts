import { describe, expect, it } from 'vitest';
import {
  batteryCellPower,
  batteryChargeLimit,
  batteryDischargeLimit,
  batteryEfficiency,
  computeBatteryPower,
} from '../../../../demo/simulator/battery.ts';
import { openCircuitVoltage } from '../../../../demo/simulator/cells.ts';
import { controlWish } from '../../../../demo/simulator/control.ts';
import { localTime } from '../../../../demo/simulator/localTime.ts';
import { noise } from '../../../../demo/simulator/noise.ts';
import { inverterAc, inverterDc } from '../../../../demo/simulator/photovoltaic.ts';
import { tariffAt } from '../../../../demo/simulator/tariff.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';

const { site } = demoStations[0]!;
const { battery, grid } = site;
const MINUTE = 60_000;

describe('inverter', () => {
  it('is limited at its rating and needs no more than it delivers', () => {
    expect(inverterAc(800, 500)).toBe(500);
    expect(inverterDc(500, 500)).toBeGreaterThan(500);
    expect(inverterAc(inverterDc(300, 500), 500)).toBeCloseTo(300, 9);
  });

  it('is efficient at medium power and inefficient at low power', () => {
    expect(inverterAc(250, 500) / 250).toBeGreaterThan(0.98);
    expect(inverterAc(5, 500) / 5).toBeLessThan(0.7);
    expect(inverterAc(1, 500)).toBe(0);
  });
});

describe('battery', () => {
  it('reduces power near full and near empty', () => {
    expect(batteryChargeLimit(battery, 0.5, MINUTE)).toBe(battery.power);
    expect(batteryChargeLimit(battery, battery.maxSoc - 0.05, MINUTE)).toBeCloseTo(battery.power / 2, 6);
    expect(batteryChargeLimit(battery, battery.maxSoc, MINUTE)).toBe(0);
    expect(batteryDischargeLimit(battery, battery.minSoc, MINUTE)).toBe(0);
    expect(batteryDischargeLimit(battery, 0.5, MINUTE)).toBe(battery.power);
  });

  it('reaches its set point over a ramp', () => {
    expect(computeBatteryPower(battery, 0, 1000, 0.6, 5_000)).toBeCloseTo(battery.power / 4, 6);
    expect(computeBatteryPower(battery, 0, 1000, 0.6, MINUTE)).toBe(1000);
  });

  it('is best at part load', () => {
    expect(batteryEfficiency(0.35)).toBeGreaterThan(batteryEfficiency(1));
    expect(batteryEfficiency(0.35)).toBeGreaterThan(batteryEfficiency(0.02));
  });

  it('has cells whose voltage rises with their charge', () => {
    const voltages = [0, 0.05, 0.2, 0.5, 0.8, 0.95, 1].map(openCircuitVoltage);
    expect(voltages).toEqual([...voltages].sort((a, b) => a - b));
  });
});

describe('charge control', () => {
  const wish = (period: 'valley' | 'flat' | 'peak' | 'sharp', soc: number, need: number) =>
    controlWish({ period, soc, need, dtMs: MINUTE }, battery, grid);

  it('charges when energy is cheap, within the contracted demand', () => {
    expect(wish('valley', 0.3, 200)).toBeLessThan(0);
    expect(200 - wish('valley', 0.3, 200)).toBeLessThanOrEqual(grid.demandLimit);
    expect(wish('valley', 0.97, 200)).toBe(0);
  });

  it('supplies the site when energy is expensive, without feeding the battery into the grid', () => {
    expect(wish('sharp', 0.8, 600)).toBeGreaterThan(500);
    expect(wish('sharp', 0.8, 600)).toBeLessThan(600);
  });

  it('stores surplus at any time and reserves energy for demand peaks', () => {
    expect(wish('peak', 0.5, -120)).toBe(-120);
    expect(wish('peak', 0.12, 600)).toBe(0);
    expect(wish('peak', 0.12, grid.demandLimit + 100)).toBeGreaterThan(100);
  });

  it('does not use the reserve in a step of an hour, as in the past of a site', () => {
    const soc = 0.3;
    const power = controlWish({ period: 'sharp', soc, need: 900, dtMs: 60 * MINUTE }, battery, grid);
    expect(power).toBeGreaterThan(250);
    expect(soc - batteryCellPower(battery, power) / battery.capacity).toBeGreaterThanOrEqual(0.15);
  });

  it('supplies the site above the contracted demand as well as just below it', () => {
    expect(wish('sharp', 0.8, grid.demandLimit + 100)).toBe(battery.power);
  });

  it.each(['valley', 'flat', 'peak', 'sharp'] as const)('is continuous in need or charge: %s', (period) => {
    let byNeed = 0;
    let byCharge = 0;
    for (let soc = 0.05; soc < 1; soc += 0.01)
      for (let need = -battery.power; need < grid.transformer; need += 1) {
        const at = wish(period, soc, need);
        byNeed = Math.max(byNeed, Math.abs(wish(period, soc, need + 1) - at));
        byCharge = Math.max(byCharge, Math.abs(wish(period, soc + 0.001, need) - at));
      }
    expect(byNeed).toBeLessThan(1.001);
    expect(byCharge).toBeLessThan(battery.power * 0.03);
  });
});

describe('time', () => {
  it('follows the zone, with half hours and daylight saving', () => {
    const noon = Date.UTC(2026, 6, 1, 12);
    expect(localTime('Asia/Shanghai', noon).hour).toBe(20);
    expect(localTime('Australia/Adelaide', noon).hour).toBe(21.5);
    expect(localTime('Australia/Adelaide', Date.UTC(2026, 11, 1, 12)).hour).toBe(22.5);
    expect(localTime('Asia/Shanghai', Date.UTC(2026, 6, 5, 12)).weekday).toBe(0);
  });

  it('has a tariff band for every moment of the day', () => {
    for (const { site: one } of demoStations)
      for (let hour = 0; hour < 24; hour += 0.25) expect(tariffAt(one.tariff, hour).price).toBeGreaterThan(0);
  });

  it('has noise without jumps', () => {
    for (let i = 0; i < 2_000; i++) {
      const step = noise(5, i * 100, MINUTE) - noise(5, (i + 1) * 100, MINUTE);
      expect(Math.abs(step)).toBeLessThan(0.01);
    }
  });
});
