/** Simulates finished factory tests at a bench: the procedure of the server steers a battery in memory. Pure. */
import {
  countEnergies,
  figuresOf,
  judgeRun,
  type Point,
  type Points,
} from '../../server/sites/factoryTests/evaluate.ts';
import { type Part, type RunPlan, stepRun } from '../../server/sites/factoryTests/procedure.ts';
import { limitsOfRun } from '../../server/sites/factoryTests/testLimits.ts';
import { hash01 } from '../simulator/noise.ts';

const CYCLE_MS = 25_000;
const HOUR_MS = 3_600_000;
/** Number of cycles of which the first is stored. */
const STORED = 2;
/** Share of a kWh that the cells keep when charging, and deliver when discharging. */
const ONE_WAY = 0.955;
const FIRST_SOC = 30;
const OUTSIDE = 24;
/** Kelvin by which the cells are warmer at full power. They warm up with the time constant `WARMING_MS`. */
const WARMER = 9;
const WARMING_MS = 2 * HOUR_MS;
const AUXILIARY_KW = 2.4;

export interface Asked {
  start: number;
  /** The energy that the cabinet delivers, in kWh. */
  capacity: number;
  plan: RunPlan;
  seed: number;
  /** Counters at the beginning, in kWh. */
  charged: number;
  discharged: number;
}

export interface Tested {
  parts: readonly Part[];
  points: Points;
  soc: Point[];
  end: number;
}

const noPoints = () => ({
  ...{ charge: [] as Point[], discharge: [] as Point[], power: [] as Point[], auxiliary: [] as Point[] },
  ...{ cellVoltageMax: [] as Point[], cellVoltageMin: [] as Point[] },
  ...{ cellTemperatureMax: [] as Point[], cellTemperatureMin: [] as Point[] },
});

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Simulates a test from its start to its evaluation. */
export function simulateTest({ start, capacity, plan, seed, ...counters }: Asked): Tested {
  const points = noPoints();
  const soc: Point[] = [];
  const cells = capacity / ONE_WAY;
  let { charged, discharged } = counters;
  let [now, power, stored, temperature, setPoint] = [start, 0, (FIRST_SOC / 100) * cells, OUTSIDE, 0];
  let parts: readonly Part[] = [];
  for (let cycle = 0; ; cycle++) {
    const hours = CYCLE_MS / HOUR_MS;
    power = Math.max((stored - cells) / hours / ONE_WAY, Math.min((stored * ONE_WAY) / hours, setPoint));
    const energy = power * hours;
    if (energy > 0) discharged += energy;
    else charged -= energy;
    stored -= energy > 0 ? energy / ONE_WAY : energy * ONE_WAY;
    temperature +=
      ((OUTSIDE + (WARMER * Math.abs(power)) / plan.power - temperature) * CYCLE_MS) / WARMING_MS;
    now += CYCLE_MS;
    const level = (stored / cells) * 100;
    const voltage = 3.2 + level / 1000 - power / 4000;
    const spread = 0.012 + 0.004 * hash01(seed, cycle);
    const values: Record<keyof Points, number> = {
      ...{ charge: rounded(charged, 3), discharge: rounded(discharged, 3), power: rounded(power, 1) },
      ...{ auxiliary: AUXILIARY_KW, cellVoltageMax: rounded(voltage + spread, 3) },
      ...{ cellVoltageMin: rounded(voltage, 3), cellTemperatureMax: rounded(temperature + 1.5, 1) },
      cellTemperatureMin: rounded(temperature - 1.2, 1),
    };
    if (cycle % STORED === 0) {
      soc.push([now, rounded(level, 1)]);
      for (const name of Object.keys(values) as (keyof Points)[]) points[name].push([now, values[name]]);
    }
    const outcome = stepRun({
      ...{
        plan,
        parts,
        setPoint,
        decidedAt: now - CYCLE_MS,
        command: null,
        isTaken: false,
        isAlarmed: false,
      },
      ratings: { charge: plan.power, discharge: plan.power, capacity, transformer: null },
      measured: {
        ...{ soc: level, power, cellVoltageMax: 3.3, cellVoltageMin: 3.2 },
        ...{ cellTemperatureMax: values.cellTemperatureMax, cellTemperatureMin: values.cellTemperatureMin },
      },
      now,
    });
    ({ parts, power: setPoint } = outcome);
    if (outcome.isDone || outcome.pause) return { parts, points, soc, end: now };
  }
}

/** Evaluates such a test as the server does. */
export function evaluateTest({ parts, points, soc }: Tested, { ratedEnergy }: RunPlan) {
  const energies = countEnergies(parts, points);
  const [socStart, socEnd] = [soc[0]![1], soc.at(-1)![1]];
  const figures = figuresOf(parts, points, energies, { ratedEnergy, socStart, socEnd });
  return { energies, figures, socStart, socEnd, ...judgeRun(figures, limitsOfRun({ limits: null }), 'full') };
}
