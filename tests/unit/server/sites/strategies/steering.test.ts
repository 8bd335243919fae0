/** Tests the controller against a model of the plant: random loads, ramps, limits, silences, restarts and stops. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../../../server/sites/strategies/plan.ts';
import { type Plant, startPlant } from '../../../../support/devices/plant.ts';

const CYCLE_MS = 15_000;
const NOTHING = { blocks: null, power: null, peakPower: null, chargeBelow: null, exportPower: null };
const fixed = (power: number): Plan => ({ ...NOTHING, kind: 'fixedPower', power });
const SLACK = 1e-6;

const run = (plant: Plant, cycles: number): number[] =>
  Array.from({ length: cycles }, () => {
    plant.cycle();
    return plant.power;
  });

describe('a slow ramp', () => {
  const slow = () =>
    startPlant({ plan: fixed(300), ratings: { charge: 1725, discharge: 1725 }, limits: { ramp: 1 } });

  it('is followed step by step, even if each step is below the usual dead band', () => {
    const powers = run(slow(), 22);
    expect(powers.slice(0, 6)).toEqual([15, 30, 45, 60, 75, 90]);
    expect(powers.slice(-3)).toEqual([300, 300, 300]);
  });

  it('leads to 0 after a stop, without further commands', () => {
    const plant = slow();
    run(plant, 4);
    plant.stop();
    expect(run(plant, 8)).toEqual([45, 30, 15, 0, 0, 0, 0, 0]);
    const { length } = plant.commands;
    run(plant, 10);
    expect(plant.commands).toHaveLength(length);
    expect(plant.said.at(-1)).toMatchObject({ power: 0 });
  });

  it('allows no larger step after a gap, and a smaller one if the controller is triggered', () => {
    const plant = slow();
    run(plant, 2);
    plant.cycle(CYCLE_MS * 20);
    expect(plant.power).toBe(45);
    plant.cycle(5_000);
    expect(plant.power).toBe(50);
  });
});

describe('what the limits allow', () => {
  it('is observed within the cycle, however small the change', () => {
    const plant = startPlant({
      plan: fixed(400),
      ratings: { charge: 1725, discharge: 1725 },
      limits: { export: 0 },
    });
    plant.load = 116;
    run(plant, 2);
    expect(plant.power).toBe(116);
    plant.load = 100;
    run(plant, 1);
    expect(plant.power).toBe(100);
  });

  it('leaves small wishes alone', () => {
    const plant = startPlant({
      plan: { ...NOTHING, kind: 'peakShaving', peakPower: 100, chargeBelow: null },
    });
    plant.load = 300;
    run(plant, 1);
    plant.load = 302;
    run(plant, 1);
    expect(plant.commands.map(({ power }) => power)).toEqual([200]);
  });
});

describe('a silent converter', () => {
  it('is set to 0 repeatedly until it answers, and reported in one line', () => {
    const plant = startPlant({ plan: fixed(200) });
    run(plant, 2);
    plant.silent = true;
    plant.deaf = true;
    run(plant, 12);
    expect(plant.commands.slice(1).every(({ power }) => power === 0)).toBe(true);
    expect(plant.commands.length).toBeGreaterThan(3);
    expect(plant.lines.filter(({ event }) => event === 'silent')).toHaveLength(1);
    plant.silent = false;
    plant.deaf = false;
    expect(run(plant, 2)).toEqual([0, 200]);
  });

  it('that is stopped in the meantime gets its 0 when it returns', () => {
    const plant = startPlant({ plan: fixed(200) });
    run(plant, 2);
    plant.deaf = true;
    plant.stop();
    run(plant, 9);
    expect(plant.power).toBe(200);
    plant.deaf = false;
    run(plant, 6);
    expect(plant.power).toBe(0);
  });
});

describe('the lines', () => {
  it('report each sent command, once', () => {
    const plant = startPlant({ plan: fixed(300), limits: { ramp: 2 } });
    run(plant, 30);
    const logged = plant.lines.filter(({ power }) => power !== undefined);
    expect(logged.map(({ power }) => power)).toEqual(plant.commands.map(({ power }) => power));
  });
});

const PLANS = fc.oneof(
  fc.integer({ min: -600, max: 600 }).map(fixed),
  fc.constant<Plan>({ ...NOTHING, kind: 'selfConsumption' }),
  fc.constant<Plan>({ ...NOTHING, kind: 'exportLimit', exportPower: 50 }),
  fc.constant<Plan>({ ...NOTHING, kind: 'peakShaving', peakPower: 200, chargeBelow: 100 }),
);

const LIMITS = fc.record({
  ramp: fc.option(fc.double({ min: 0.01, max: 50, noNaN: true }), { nil: null }),
  export: fc.integer({ min: 0, max: 400 }),
  demand: fc.option(fc.integer({ min: 0, max: 800 }), { nil: null }),
  power: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
});

const EVENTS = fc.array(
  fc.record({
    load: fc.double({ min: -600, max: 900, noNaN: true }),
    soc: fc.constantFrom(50, 50, 50, 5, 95),
    /** Seconds since the previous cycle: early, on time, or after another process took over. */
    seconds: fc.constantFrom(15, 15, 15, 15, 2, 40, 600),
    happens: fc.constantFrom('none', 'none', 'none', 'silent', 'deaf', 'heard', 'refusing'),
  }),
  { minLength: 5, maxLength: 40 },
);

/** Returns the name of the limit that this power of the battery would exceed. */
function passedBy(power: number, { load, soc, limits, ratings }: Plant): string | null {
  const grid = load - power;
  const least = limits.power ?? Infinity;
  if (power > Math.min(ratings.discharge, least) + SLACK) return 'discharge';
  if (-power > Math.min(ratings.charge, least) + SLACK) return 'charge';
  if (power > SLACK && (soc <= 10 || grid < -Math.min(limits.export ?? 0, ratings.transformer) - SLACK))
    return 'export';
  const most = Math.min(limits.demand ?? Infinity, ratings.transformer);
  return power < -SLACK && (soc >= 90 || grid > most + SLACK) ? 'demand' : null;
}

it('exceeds no limit for longer than a cycle, follows its ramp, and reaches 0 after a stop', () => {
  fc.assert(
    fc.property(PLANS, LIMITS, EVENTS, (plan, limits, events) => {
      const plant = startPlant({ plan, limits });
      for (const { load, soc, seconds, happens } of events) {
        Object.assign(plant, { load, soc });
        if (happens !== 'none')
          Object.assign(plant, {
            silent: happens === 'silent',
            deaf: happens === 'deaf' || happens === 'silent',
            refusing: happens === 'refusing',
          });
        const before = plant.commands.length;
        const { setPoint } = plant.row;
        plant.cycle(seconds * 1000);
        const sent = plant.commands.slice(before);
        expect(sent.length).toBeLessThanOrEqual(1);
        if (plant.silent) expect(plant.row.setPoint).toBe(0);
        else if (!plant.deaf && !plant.refusing) expect(passedBy(plant.power, plant)).toBeNull();
        for (const { power, limit } of sent)
          if (limits.ramp !== null && setPoint !== null && ['ramp', 'strategy'].includes(limit!))
            if (passedBy(setPoint, plant) === null)
              expect(Math.abs(power - setPoint)).toBeLessThanOrEqual(
                limits.ramp * Math.min(15, seconds) + SLACK,
              );
      }
      Object.assign(plant, { silent: false, deaf: false, refusing: false, soc: 50 });
      plant.stop();
      const left = Math.abs(plant.row.setPoint ?? 0);
      const cycles = 1 + Math.ceil(left / ((limits.ramp ?? Infinity) * 15) || 0);
      const powers = run(plant, Math.min(cycles + 2, 5_000));
      // An idle converter that did not receive the 0 is not commanded again.
      if (cycles < 5_000) expect(Math.abs(plant.power)).toBeLessThanOrEqual(0.5);
      for (const [at, power] of powers.entries())
        if (at > 0) expect(Math.abs(power)).toBeLessThanOrEqual(Math.abs(powers[at - 1]!));
      if (cycles >= 5_000) return;
      const { length } = plant.commands;
      const count = plant.said.length;
      run(plant, 5);
      expect(plant.commands).toHaveLength(length);
      expect(plant.said).toHaveLength(count);
      const logged = plant.lines.flatMap(({ power, commandId }) => (commandId === undefined ? [] : [power]));
      expect(logged.every((power) => plant.commands.some((one) => one.power === power))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
