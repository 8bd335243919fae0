import { describe, expect, it } from 'vitest';
import { decide, type Measured, type Situation } from '../../../../../server/sites/strategies/decide.ts';
import { type Limits, limitsOf } from '../../../../../server/sites/strategies/limits.ts';
import type { Plan } from '../../../../../server/sites/strategies/plan.ts';

const RATINGS = { charge: 500, discharge: 500, capacity: 1000, transformer: 950 };
const LIMITS = limitsOf({ export: 1000 }, RATINGS);
const NOTHING = { blocks: null, power: null, peakPower: null, chargeBelow: null, exportPower: null };
const CALM: Measured = {
  ...{ soc: 50, power: 0, grid: 300 },
  ...{ cellVoltageMax: 3.3, cellVoltageMin: 3.2, cellTemperatureMax: 30, cellTemperatureMin: 25 },
};
const fixed = (power: number): Plan => ({ ...NOTHING, kind: 'fixedPower', power });

const of = (
  power: number,
  measured: Measured = {},
  limits: Partial<Limits> = {},
  more: Partial<Situation> = {},
) =>
  decide({
    ...{ plan: fixed(power), limits: { ...LIMITS, ...limits }, minute: 0, now: 1_000_000, last: null },
    measured: { ...CALM, ...measured },
    ...more,
  });

const resultOf = ({ power, limit }: ReturnType<typeof decide>) => [power, limit];

describe('the order of limits', () => {
  it.each([
    ['an emergency stop', 200, { emergencyStop: 1 }, {}, [0, 'emergencyStop']],
    ['a converter that carries the site alone', 200, { gridMode: 0 }, {}, [0, 'offGrid']],
    ['a converter on the grid', 200, { gridMode: 1 }, {}, [200, 'strategy']],
    ['no emergency stop', 200, { emergencyStop: 0 }, {}, [200, 'strategy']],
    ['the SOC at its lower end', 200, { soc: 10 }, {}, [0, 'soc']],
    ['a SOC below its window', 200, { soc: 5 }, {}, [0, 'soc']],
    ['a SOC below its window, charging', -200, { soc: 5 }, {}, [-200, 'strategy']],
    ['a SOC above its window', -200, { soc: 99 }, {}, [0, 'soc']],
    ['a SOC above its window, discharging', 200, { soc: 99 }, {}, [200, 'strategy']],
    ['a cell that is full', -200, { cellVoltageMax: 3.6 }, {}, [0, 'cellVoltage']],
    ['a cell that is empty', 200, { cellVoltageMin: 2.8 }, {}, [0, 'cellVoltage']],
    ['a cell of 55 °C', 200, { cellTemperatureMax: 55 }, {}, [0, 'cellTemperature']],
    ['a cell that freezes', -200, { cellTemperatureMin: -1 }, {}, [0, 'cellTemperature']],
    ['the battery management', -200, { chargePowerLimit: 120 }, {}, [-120, 'bmsCurrent']],
    ['the battery management, discharging', 200, { dischargePowerLimit: 90 }, {}, [90, 'bmsCurrent']],
    ['the rating of the converter', 900, {}, {}, [500, 'pcs']],
    ['the transformer', -400, { grid: 700 }, {}, [-250, 'transformer']],
    ['the contracted demand', -400, { grid: 700 }, { demand: 800 }, [-100, 'demand']],
    ['a demand that is passed already', -400, { grid: 850 }, { demand: 800 }, [0, 'demand']],
    ['the export', 400, { grid: 300 }, { export: 0 }, [300, 'export']],
    ['an export that is passed already', 400, { grid: -200 }, { export: 100 }, [0, 'export']],
    ['the ramp', 400, {}, { ramp: 2 }, [30, 'ramp']],
  ] as const)('%s', (_, power, measured, limits, expected) => {
    expect(resultOf(of(power, measured, limits))).toEqual(expected);
  });

  it('applies the stronger one: full battery before export, hot cells before everything', () => {
    expect(resultOf(of(-400, { soc: 95, grid: -600 }, { export: 100 }))).toEqual([0, 'soc']);
    expect(resultOf(of(400, { cellTemperatureMax: 60, soc: 5 }))).toEqual([0, 'soc']);
    expect(resultOf(of(900, { grid: 300 }, { export: 0, ramp: 1 }))).toEqual([15, 'ramp']);
  });

  it('has no float noise: neither in the wish nor in the set point', () => {
    const own: Plan = { ...NOTHING, kind: 'selfConsumption' };
    // 0.3 + 781.905 is 782.2049999999999.
    expect(of(0, { power: 0.3, grid: 781.905 }, {}, { plan: own }).wish).toBe(782.205);
    // A ramp of 0 does not allow a rounding difference.
    const limits = { charge: 1000, discharge: 1000, transformer: null, ramp: 0 };
    expect(resultOf(of(0, { power: 782.2049999999999 }, limits))).toEqual([782.205, 'ramp']);
  });

  it('goes to 0 at once if a limit requires it, whatever the ramp', () => {
    const last = { power: 400, at: 985_000 };
    expect(resultOf(of(400, { cellTemperatureMax: 55, power: 400 }, { ramp: 1 }, { last }))).toEqual([
      0,
      'cellTemperature',
    ]);
    expect(resultOf(of(0, { power: 400 }, { ramp: 2 }, { last }))).toEqual([370, 'ramp']);
  });

  it('resolves contradicting limits to the safe side', () => {
    expect(of(300, {}, { socMin: 60, socMax: 40 }).power).toBe(0);
    expect(of(-300, {}, { socMin: 60, socMax: 40 }).power).toBe(0);
    expect(of(300, {}, { transformer: 0, demand: 0, export: 0 }).power).toBe(300);
    expect(of(-300, {}, { transformer: 0, demand: 0, export: 0 }).power).toBe(0);
  });
});

describe('nothing is done', () => {
  it.each([
    ['without SOC', { soc: null }, 'unknown'],
    ['with a SOC that is no number', { soc: Number.NaN }, 'unknown'],
    ['without a battery that reports it', { soc: undefined }, 'unknown'],
    ['without the grid meter', { grid: null }, 'unknown'],
    ['with cells that say nothing', { cellTemperatureMax: null }, 'unknown'],
    ['with a converter that is silent', { power: null }, 'silent'],
  ] as const)('%s', (_, measured, limit) => {
    expect(resultOf(of(200, measured))).toEqual([0, limit]);
    expect(resultOf(of(-200, measured))).toEqual([0, limit]);
  });
  it('if a rating is unknown', () => {
    expect(resultOf(of(200, {}, { charge: null }))).toEqual([0, 'unknown']);
    expect(resultOf(of(200, {}, { discharge: null }))).toEqual([0, 'unknown']);
  });
  it('while a user pauses it', () => {
    expect(resultOf(of(200, {}, {}, { resting: true }))).toEqual([0, 'manual']);
  });
  it('until a clock that was set back an hour reaches the same time', () => {
    const last = { power: 200, at: 1_000_000 };
    expect(resultOf(of(200, {}, {}, { last, now: last.at - 3_600_000 }))).toEqual([0, 'clock']);
    expect(resultOf(of(200, {}, {}, { last, now: last.at - 1_000 }))).toEqual([200, 'strategy']);
  });
  it('if the grid has no block', () => {
    const plan: Plan = { ...NOTHING, kind: 'timeOfDay', blocks: [] };
    expect(resultOf(of(0, {}, {}, { plan }))).toEqual([0, 'unknown']);
  });
  it('if the plan has no power', () => {
    expect(resultOf(of(0, {}, {}, { plan: { ...NOTHING, kind: 'fixedPower' } }))).toEqual([0, 'unknown']);
  });
});

describe('the modes', () => {
  const by = (plan: Partial<Plan>, grid: number, power = 0, minute = 0) =>
    of(0, { grid, power }, {}, { plan: { ...NOTHING, kind: 'idle', ...plan }, minute }).power;

  it('follow the grid of the day', () => {
    const blocks = [
      { start: '00:00', end: '06:00', power: -100 },
      { start: '06:00', end: '24:00', power: 80 },
    ];
    expect(by({ kind: 'timeOfDay', blocks }, 300, 0, 359)).toBe(-100);
    expect(by({ kind: 'timeOfDay', blocks }, 300, 0, 360)).toBe(80);
  });
  it('shave power above the peak, and fill power below the valley', () => {
    const plan = { kind: 'peakShaving', peakPower: 400, chargeBelow: 200 } as const;
    // The site takes 550 kW, of which the battery already gives 100.
    expect(by(plan, 450, 100)).toBe(150);
    expect(by(plan, 300)).toBe(0);
    expect(by(plan, 120)).toBe(-80);
  });
  it("use the site's own generation", () => {
    expect(by({ kind: 'selfConsumption' }, -150)).toBe(-150);
    expect(by({ kind: 'selfConsumption' }, 150)).toBe(150);
  });
  it('charge power above the permitted export', () => {
    expect(by({ kind: 'exportLimit', exportPower: 100 }, -250)).toBe(-150);
    expect(by({ kind: 'exportLimit', exportPower: 100 }, -50)).toBe(0);
    expect(by({ kind: 'exportLimit', exportPower: 100 }, 80)).toBe(80);
  });
  it('stand still', () => {
    expect(by({ kind: 'idle' }, 500)).toBe(0);
  });
});
