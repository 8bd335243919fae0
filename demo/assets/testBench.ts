/** Simulates factory tests at a bench: the procedure of the server steers a battery in memory. Pure. */
import {
  countEnergies,
  figuresOf,
  judgeRun,
  type Point,
  type Points,
} from '../../server/sites/factoryTests/evaluate.ts';
import { type Part, type RunPlan, stepRun } from '../../server/sites/factoryTests/procedure.ts';
import { limitsOfRun } from '../../server/sites/factoryTests/testLimits.ts';
import { advanceBench, type BenchState, type Quantity, readBench, restBench, socOf } from './benchBattery.ts';

/** Time between two decisions. Every `stored`-th decision is stored. */
const PAST_STEPS = { cycleMs: 25_000, stored: 2 };

export interface BenchRun {
  start: number;
  /** The energy that the cabinet delivers, in kWh. */
  capacity: number;
  plan: RunPlan;
  seed: number;
  /** Counters at the beginning, in kWh. */
  charged: number;
  discharged: number;
  /** The moment at which the simulation stops, with the test still running. If absent, the test runs to its end. */
  until?: number;
  steps?: { cycleMs: number; stored: number };
}

export interface Tested {
  parts: readonly Part[];
  points: Points;
  soc: Point[];
  end: number;
}

type AllPoints = Record<Quantity, Point[]>;

const noPoints = (): AllPoints => ({
  ...{ charge: [], discharge: [], power: [], auxiliary: [], soc: [] },
  ...{ cellVoltageMax: [], cellVoltageMin: [], cellTemperatureMax: [], cellTemperatureMin: [] },
});

/** Makes the decision of the server about a test. */
function decideTest(
  { plan, capacity }: BenchRun,
  parts: readonly Part[],
  setPoint: number,
  { state, decidedAt, soc }: { state: BenchState; decidedAt: number; soc: number },
) {
  const { ts: now, power, temperature } = state;
  return stepRun({
    ...{ plan, parts, setPoint, decidedAt, now, command: null, isTaken: false, isAlarmed: false },
    ratings: { charge: plan.power, discharge: plan.power, capacity, transformer: null },
    measured: {
      ...{ soc, power, cellVoltageMax: 3.3, cellVoltageMin: 3.2 },
      ...{ cellTemperatureMax: temperature, cellTemperatureMin: temperature },
    },
  });
}

/** Simulates a test from its start to its evaluation, or up to a moment during the test. */
export function simulateTest(input: BenchRun): Tested {
  const { start, capacity, plan, seed, charged, discharged, until, steps = PAST_STEPS } = input;
  const spec = { capacity, power: plan.power, seed };
  const points = noPoints();
  let state = restBench(spec, { ts: start, charged, discharged });
  let setPoint = 0;
  let parts: readonly Part[] = [];
  for (let cycle = 0; ; cycle++) {
    state = advanceBench(state, setPoint, steps.cycleMs, spec);
    const { ts: now } = state;
    if (cycle % steps.stored === 0) {
      const values = readBench(state, spec);
      for (const name of Object.keys(values) as Quantity[]) points[name].push([now, values[name]]);
    }
    const known = { state, decidedAt: now - steps.cycleMs, soc: socOf(state, spec) };
    const outcome = decideTest(input, parts, setPoint, known);
    ({ parts, power: setPoint } = outcome);
    const isOver = outcome.isDone || outcome.pause !== null;
    if (isOver || (until !== undefined && now + steps.cycleMs > until))
      return { parts, points, soc: points.soc, end: now };
  }
}

/** Evaluates a finished test as the server does. */
export function evaluateTest({ parts, points, soc }: Tested, { ratedEnergy }: RunPlan) {
  const energies = countEnergies(parts, points);
  const [socStart, socEnd] = [soc[0]![1], soc.at(-1)![1]];
  const figures = figuresOf(parts, points, energies, { ratedEnergy, socStart, socEnd });
  return { energies, figures, socStart, socEnd, ...judgeRun(figures, limitsOfRun({ limits: null }), 'full') };
}
