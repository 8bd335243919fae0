/**
 * Tests the procedure of a factory test with a model of the battery: steps, faults, resumption and figures.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEnergies, figuresOf, judgeRun } from '../../../../../server/sites/factoryTests/evaluate.ts';
import { elapsedIn } from '../../../../../server/sites/factoryTests/procedure.ts';
import { CYCLE_MS, ONE_WAY, startTestPlant, type TestPlant } from '../../../../support/devices/testPlant.ts';

const MINUTE_MS = 60_000;
const STEPS = ['charge', 'restCharged', 'discharge', 'restDischarged', 'recharge', 'evaluation'];
const LIMITS = {
  ...{ energyShare: 100, efficiency: 85, voltageSpread: 50 },
  ...{ temperatureMin: 0, temperatureMax: 50, temperatureSpread: 8 },
};

const cycles = (plant: TestPlant, count: number, isAlive = true) =>
  Array.from({ length: count }, () => plant.cycle(isAlive)?.power ?? null);

function figures(plant: TestPlant) {
  const energies = countEnergies(plant.parts, plant.points);
  const rated = { ratedEnergy: plant.plan.ratedEnergy, socStart: 30, socEnd: plant.soc() };
  return { energies, figures: figuresOf(plant.parts, plant.points, energies, rated) };
}

describe('a run without faults', () => {
  it('runs all steps and passes with the figures of the battery', () => {
    const plant = startTestPlant();
    plant.run();
    expect(plant).toMatchObject({ isDone: true, pause: null, steps: STEPS });
    const { energies, figures: found } = figures(plant);
    // The steps end half a percent before full and half a percent before empty.
    expect(energies.discharged).toBeGreaterThan(198);
    expect(energies.discharged).toBeLessThanOrEqual(200);
    expect(found.efficiency).toBeCloseTo(ONE_WAY ** 2 * 100, 0);
    expect(found).toMatchObject({
      voltageSpread: 20,
      temperatureMin: 27,
      temperatureMax: 30,
      missingShare: 0,
    });
    expect(judgeRun(found, { ...LIMITS, energyShare: 99 }, 'full')).toEqual({
      result: 'passed',
      failures: [],
    });
    const charge = plant.parts.find(({ step }) => step === 'charge')!;
    expect(Date.parse(charge.to!) - Date.parse(charge.from)).toBeGreaterThan(80 * MINUTE_MS);
  });

  it('pauses for its minutes at 0 kW', () => {
    const plant = startTestPlant({ restMinutes: 7 });
    plant.run();
    for (const step of ['restCharged', 'restDischarged'] as const)
      expect(elapsedIn(plant.parts, step, plant.now)).toBe(7 * MINUTE_MS);
  });

  it('only charges, or only discharges, if it is such a run', () => {
    for (const serviceType of ['charge', 'discharge'] as const) {
      const plant = startTestPlant({ serviceType });
      plant.run();
      expect(plant).toMatchObject({ isDone: true });
      expect(plant.steps[0]).toBe(serviceType);
      expect(plant.steps).toHaveLength(3);
    }
  });

  it('with constant current follows the voltage of the battery', () => {
    const plant = startTestPlant({ strategyType: 'constantCurrent', power: 50 });
    const first = plant.cycle()?.power;
    expect(first).toBe(-50);
    cycles(plant, 1000);
    // 700 V, and 1 V for each percent.
    expect(plant.cycle()?.power).toBeCloseTo((-50 * (700 + plant.soc())) / 730, 0);
  });
});

describe('a fault suspends at 0 kW', () => {
  const steered = () => {
    const plant = startTestPlant();
    cycles(plant, 20);
    return plant;
  };

  it('when the devices are silent for more than 30 seconds', () => {
    const plant = steered();
    plant.silent = true;
    expect(cycles(plant, 6)).toEqual(Array.from({ length: 6 }, () => -100));
    expect(plant.cycle()).toMatchObject({ pause: 'silent', power: 0 });
  });

  it('at a critical alarm, at a temperature beyond the limits, and at another command', () => {
    const faults: [(plant: TestPlant) => void, string][] = [
      [(plant) => (plant.alarmed = true), 'alarm'],
      [(plant) => (plant.temperature = 50.1), 'temperature'],
      [(plant) => (plant.temperature = 2), 'temperature'],
      [(plant) => (plant.taken = true), 'otherControl'],
    ];
    for (const [spoil, pause] of faults) {
      const plant = steered();
      spoil(plant);
      expect(plant.cycle()).toMatchObject({ pause, power: 0, step: 'charge' });
    }
  });

  it('after a gap of the server of more than 30 seconds, with the part ended by the watchdog', () => {
    const plant = steered();
    const alive = plant.now;
    cycles(plant, 30, false);
    expect(plant.power).toBe(0);
    expect(plant.cycle()).toMatchObject({ pause: 'interrupted', power: 0 });
    expect(plant.parts.at(-1)?.to).toBe(new Date(alive + MINUTE_MS).toISOString());
  });

  it('when the converter delivers no power for a minute, long before the end of the step', () => {
    const plant = steered();
    plant.stuck = true;
    expect(plant.cycle()).toMatchObject({ pause: 'notFollowing', power: 0 });
    expect(plant.parts.at(-1)).toMatchObject({ step: 'charge' });
  });
});

describe('a suspended run', () => {
  it('continues at its step, and the energy of both parts adds up', () => {
    const whole = startTestPlant();
    whole.run();
    const plant = startTestPlant();
    while (plant.steps.at(-1) !== 'discharge') plant.cycle();
    cycles(plant, 300);
    plant.alarmed = true;
    plant.cycle();
    expect(plant.pause).toBe('alarm');
    cycles(plant, 50);
    plant.alarmed = false;
    plant.resume();
    expect(plant.cycle()).toMatchObject({ step: 'discharge', power: 100 });
    plant.run();
    expect(plant.isDone).toBe(true);
    expect(plant.parts.filter(({ step }) => step === 'discharge')).toHaveLength(2);
    const [one, other] = [figures(plant), figures(whole)];
    expect(one.energies.discharged).toBeCloseTo(other.energies.discharged, 0);
    expect(one.figures.energyShare).toBeCloseTo(other.figures.energyShare!, 0);
  });
});

describe('the evaluation', () => {
  const run = () => {
    const plant = startTestPlant();
    plant.run();
    return figures(plant).figures;
  };

  it('names each limit that is not met, with the measured value', () => {
    const found = { ...run(), energyShare: 97, temperatureSpread: 9 };
    expect(judgeRun(found, LIMITS, 'full')).toEqual({
      result: 'failed',
      failures: [
        { limit: 'energyShare', value: 97, bound: 100, unit: '%' },
        { limit: 'temperatureSpread', value: 9, bound: 8, unit: 'K' },
      ],
    });
    // A test of the efficiency does not judge the capacity.
    const spread = { ...found, temperatureSpread: 3 };
    expect(judgeRun(spread, LIMITS, 'efficiency')).toMatchObject({ result: 'passed' });
  });

  it('is invalid if more than 1 % of the data is missing', () => {
    const plant = startTestPlant();
    plant.run();
    const { points } = plant;
    const [from, to] = [points.power[1000]![0], points.power[1100]![0]];
    const cut = points.power.filter(([ts]) => ts <= from || ts >= to);
    const energies = countEnergies(plant.parts, points);
    const rated = { ratedEnergy: 200, socStart: 30, socEnd: 30 };
    const found = figuresOf(plant.parts, { ...points, power: cut }, energies, rated);
    expect(found.missingShare).toBeGreaterThan(1);
    expect(judgeRun(found, LIMITS, 'full').result).toBe('invalid');
  });
});

describe('whatever happens', () => {
  it("it never exceeds the power, is at 0 kW while suspended, and counts the battery's true energy", () => {
    const event = fc.record({
      after: fc.integer({ min: 1, max: 900 }),
      what: fc.constantFrom('alarm', 'silence', 'kill', 'heat'),
      length: fc.integer({ min: 14, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.integer({ min: 5, max: 95 }), (events, soc) => {
        const plant = startTestPlant({}, soc);
        for (const { after, what, length } of events) {
          for (let count = 0; count < after && plant.isRunning; count++) plant.cycle();
          if (plant.isDone) break;
          plant.alarmed = what === 'alarm';
          plant.silent = what === 'silence';
          plant.temperature = what === 'heat' ? 55 : 30;
          const powers = cycles(plant, length, what !== 'kill');
          if (what === 'kill') plant.cycle();
          expect(plant.isRunning).toBe(false);
          expect(plant.power).toBeCloseTo(0, 6);
          expect(powers.every((power) => power === null || Math.abs(power) <= 100)).toBe(true);
          Object.assign(plant, { alarmed: false, silent: false, temperature: 30 });
          cycles(plant, 1);
          plant.resume();
        }
        plant.run();
        expect(plant.isDone).toBe(true);
        const { energies } = figures(plant);
        // During a silence, only the total energy is known.
        expect(Math.abs(energies.discharged - plant.points.discharge.at(-1)![1])).toBeLessThan(3);
        for (const [place, part] of plant.parts.entries()) {
          const next = plant.parts[place + 1];
          expect(Date.parse(part.to!)).toBeGreaterThanOrEqual(Date.parse(part.from));
          if (next) expect(Date.parse(next.from)).toBeGreaterThanOrEqual(Date.parse(part.to!) - CYCLE_MS);
        }
      }),
      { numRuns: 25 },
    );
  });
});
