import { describe, expect, it } from 'vitest';
import {
  judgeUnits,
  medianOf,
  type SiteMeans,
  type UnitMeans,
} from '../../../../../server/sites/generation/detect.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-06-01T02:00:00Z');

/** Repeats a number six times for a whole hour. */
const hourly = (...hours: (number | readonly number[])[]): Float64Array =>
  Float64Array.from(
    hours.flatMap((hour) => (typeof hour === 'number' ? Array<number>(6).fill(hour) : [...hour])),
  );

const unit = (power: Float64Array, overrides: Partial<UnitMeans> = {}): UnitMeans => ({
  ...{ group: '', peak: 100, power, irradiance: null, module: null },
  ...overrides,
});
const site = (units: readonly UnitMeans[], overrides: Partial<SiteMeans> = {}): SiteMeans => ({
  ...{
    start: START,
    air: null,
    curtailed: units[0]!.power.length ? Array(units[0]!.power.length).fill(false) : [],
  },
  ...overrides,
});
const judge = (units: readonly UnitMeans[], overrides: Partial<SiteMeans> = {}) =>
  judgeUnits(units, site(units, overrides));

describe('a unit with irradiance', () => {
  // At 800 W/m² 100 kWp would give 80 kW. 68 kW are a PR of 0.85, and 54.4 kW are 20 % less.
  const sun = hourly(800, 800, 800, 800);
  const clean = unit(hourly(68, 68, 68, 68), { irradiance: sun, module: hourly(45, 45, 45, 45) });
  const dirty = unit(hourly(54.4, 54.4, 54.4, 54.4), { irradiance: sun });

  it('is suspect after three clear hours below 0.9 of its neighbour, with its missing energy', () => {
    const [good, bad] = judge([clean, dirty]);
    expect(bad).toMatchObject({ basis: 'irradiance', verdict: 'suspect', clearHours: 4, hours: 4 });
    expect(bad!.ratio).toBeCloseTo(0.8, 12);
    expect(bad!.pr).toBeCloseTo(0.68, 12);
    expect(bad!.energy).toBeCloseTo(217.6, 9);
    expect(bad!.expected).toBeCloseTo(272, 9);
    expect(bad!.lacks.reduce((sum, { kWh }) => sum + kWh, 0)).toBeCloseTo(54.4, 9);
    expect(bad).toMatchObject({ suspectSince: START, isLonger: true, prCorrected: null });
    expect(good).toMatchObject({ verdict: 'ok', suspectSince: null, isLonger: false });
    // At 45 °C 7 % less is expected: 0.85 / 0.93.
    expect(good!.prCorrected).toBeCloseTo(0.913978, 6);
  });

  it('has the start of the fault, and recovers after a clear hour', () => {
    const power = hourly(68, 54.4, 54.4, 54.4);
    const begun = judge([clean, unit(power, { irradiance: sun })])[1]!;
    expect(begun).toMatchObject({ verdict: 'suspect', suspectSince: START + HOUR, isLonger: false });
    const washed = judge([clean, unit(hourly(54.4, 54.4, 54.4, 68), { irradiance: sun })])[1]!;
    expect(washed).toMatchObject({ verdict: 'ok', suspectSince: null });
  });

  it('is compared by the irradiance in its own plane', () => {
    const west = unit(hourly(42.5, 42.5, 42.5, 42.5), { irradiance: hourly(500, 500, 500, 500) });
    expect(judge([clean, west]).map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
    expect(judge([clean, west])[1]!.ratio).toBeCloseTo(1, 12);
  });

  it('is compared with the median of several neighbours', () => {
    const dead = unit(hourly(0, 0, 0, 0), { irradiance: sun });
    const [one, two, gone] = judge([clean, clean, dead, { ...clean }].map((each) => ({ ...each }))).slice(
      0,
      3,
    );
    expect([one!.verdict, two!.verdict, gone!.verdict]).toEqual(['ok', 'ok', 'suspect']);
    expect(medianOf([0, 0.85, 0.85])).toBe(0.85);
    expect(medianOf([1, 2])).toBe(1.5);
    expect(medianOf([])).toBeNull();
  });
});

describe('excluded hours', () => {
  const sun = hourly(800, 800, 800, 800);
  const clean = unit(hourly(68, 68, 68, 68), { irradiance: sun });
  const low = hourly(54.4, 54.4, 54.4, 54.4);

  it('are cloudy ones: neither dim nor variable light makes a unit suspect', () => {
    const dim = hourly(300, 300, 300, 300);
    const ragged = [800, 500, 800, 500, 800, 500];
    for (const light of [dim, hourly(ragged, ragged, ragged, ragged)]) {
      const power = light.map((one) => one * 0.085);
      const [, bad] = judge([
        unit(power, { irradiance: light }),
        unit(
          power.map((one) => one * 0.8),
          { irradiance: light },
        ),
      ]);
      expect(bad).toMatchObject({ verdict: 'tooFew', clearHours: 0, suspectSince: null });
      // The unit still generates too little.
      expect(bad!.lacks.reduce((sum, { kWh }) => sum + kWh, 0)).toBeGreaterThan(10);
    }
  });

  it('are nights', () => {
    const night = unit(hourly(0, 0, 0, 0), { irradiance: hourly(0, 10, 49, 0) });
    const [figures] = judge([night, night]);
    expect(figures).toMatchObject({ verdict: 'tooFew', pr: null, expected: null, energy: 0, lacks: [] });
  });

  it('are hours under snow, by module or air temperature', () => {
    const snowed = judge([clean, unit(low, { irradiance: sun, module: hourly(1, 1, 1, 1) })])[1]!;
    expect(snowed).toMatchObject({ verdict: 'tooFew', lacks: [] });
    const cold = judge([clean, unit(low, { irradiance: sun })], { air: hourly(-3, -3, -3, -3) })[1]!;
    expect(cold).toMatchObject({ verdict: 'tooFew', lacks: [] });
    const bare = judge([clean, unit(low, { irradiance: sun, module: hourly(12, 12, 12, 12) })], {
      air: hourly(-3, -3, -3, -3),
    })[1]!;
    expect(bare.clearHours).toBe(0);
    const both = judge(
      [clean, { ...clean, power: low }].map((one) => ({ ...one, module: hourly(12, 12, 12, 12) })),
      { air: hourly(-3, -3, -3, -3) },
    )[1]!;
    expect(both.verdict).toBe('suspect');
  });

  it("are hours in which an export limit reduces the station's power", () => {
    const curtailed = judge([clean, unit(low, { irradiance: sun })], { curtailed: Array(24).fill(true) })[1]!;
    expect(curtailed).toMatchObject({ verdict: 'tooFew', lacks: [], pr: null });
  });

  it('are hours with fewer than three of their means; others count completely', () => {
    const holes = [54.4, NaN, NaN, NaN, NaN, 54.4];
    const four = [54.4, NaN, 54.4, 54.4, NaN, 54.4];
    const bad = judge([clean, unit(hourly(holes, four, four, four), { irradiance: sun })])[1]!;
    expect(bad).toMatchObject({ hours: 3, clearHours: 3, verdict: 'suspect', suspectSince: START + HOUR });
    expect(bad.energy).toBeCloseTo(163.2, 9);
  });
});

describe('a unit without irradiance', () => {
  it('is compared only with its neighbours', () => {
    const clean = unit(hourly(68, 68, 68));
    const [good, bad] = judge([clean, unit(hourly(27.2, 27.2, 27.2), { peak: 50 })]);
    expect(bad).toMatchObject({ basis: 'neighbours', verdict: 'suspect', pr: null });
    expect(bad!.ratio).toBeCloseTo(0.8, 12);
    expect(bad!.expected).toBeCloseTo(102, 9);
    expect(good).toMatchObject({ verdict: 'ok', pr: null });
  });

  it('is reported without a neighbour or without a size', () => {
    const one = unit(hourly(68, 68, 68));
    expect(judge([one])[0]).toMatchObject({ verdict: 'noNeighbours', energy: 204 });
    expect(judge([one, { ...one, peak: null }]).map(({ verdict }) => verdict)).toEqual([
      'noNeighbours',
      'noPeak',
    ]);
  });

  it('is compared within its own group', () => {
    const strings = [20, 20, 12].map((kW) => unit(hourly(kW, kW, kW), { group: 'INV1', peak: 25 }));
    const verdicts = judge([unit(hourly(52, 52, 52)), ...strings]).map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['noNeighbours', 'ok', 'ok', 'suspect']);
  });
});
