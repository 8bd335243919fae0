/** A battery and its converter in memory, controlled by the procedure of a factory test. */
import type { Point, Points } from '../../../server/sites/factoryTests/evaluate.ts';
import {
  closed,
  type Part,
  type Pause,
  type RunOutcome,
  type RunPlan,
  type RunState,
  stepRun,
} from '../../../server/sites/factoryTests/procedure.ts';

const START = Date.UTC(2026, 2, 2, 4);
const HOUR_MS = 3_600_000;
export const CYCLE_MS = 5_000;
const WATCHDOG_MS = 60_000;
const RATINGS = { charge: 100, discharge: 100, capacity: 200, transformer: null };
/** Share of a kWh that is stored when charging, and the same share that is delivered when discharging. */
export const ONE_WAY = 0.96;

export const PLAN: RunPlan = {
  ...{ serviceType: 'cycle', strategyType: 'constantPower', power: 100, socFrom: 0, socTo: 100 },
  ...{ restMinutes: 10, shippingSoc: 30, ratedEnergy: 200, temperatureMin: 0, temperatureMax: 50 },
};

export interface TestPlant {
  plan: RunPlan;
  now: number;
  /** Energy in the cells, kWh. */
  stored: number;
  power: number;
  temperature: number;
  silent: boolean;
  /** True if the converter delivers no power. */
  stuck: boolean;
  alarmed: boolean;
  taken: boolean;
  parts: readonly Part[];
  points: Points;
  /** The steps in their order, each once. */
  steps: string[];
  pause: Pause | null;
  isDone: boolean;
  isRunning: boolean;
  /** Advances the time by a cycle with the set point of the server, which decides if `isAlive` is true. */
  cycle(isAlive?: boolean): RunOutcome | null;
  /** Resumes the run as a user does. */
  resume(): void;
  /** Runs until the run ends or is suspended. */
  run(most?: number): void;
  soc(): number;
}

export function startTestPlant(plan: Partial<RunPlan> = {}, soc = 30): TestPlant {
  const series: Record<keyof Points, Point[]> = {
    ...{ charge: [], discharge: [], power: [], auxiliary: [] },
    ...{ cellVoltageMax: [], cellVoltageMin: [], cellTemperatureMax: [], cellTemperatureMin: [] },
  };
  let [setPoint, orderedAt, decidedAt]: [number, number, number | null] = [0, START, null];
  let [charged, discharged, measuredAt] = [0, 0, START];
  const capacity = 200 / ONE_WAY;

  function flow(): void {
    const isRecent = plant.now - orderedAt <= WATCHDOG_MS;
    const wish = isRecent && !plant.stuck ? setPoint : 0;
    const hours = CYCLE_MS / HOUR_MS;
    const room = (capacity - plant.stored) / (hours * ONE_WAY);
    const content = (plant.stored * ONE_WAY) / hours;
    plant.power = Math.max(-room, Math.min(content, wish));
    const energy = plant.power * hours;
    if (energy > 0) discharged += energy;
    else charged -= energy;
    plant.stored -= energy > 0 ? energy / ONE_WAY : energy * ONE_WAY;
    plant.now += CYCLE_MS;
    if (plant.silent) return;
    measuredAt = plant.now;
    const values: Record<keyof Points, number> = {
      ...{ charge: charged, discharge: discharged, power: plant.power, auxiliary: 2 },
      ...{ cellVoltageMax: 3.32, cellVoltageMin: 3.3 },
      ...{ cellTemperatureMax: plant.temperature, cellTemperatureMin: plant.temperature - 3 },
    };
    for (const name of Object.keys(series) as (keyof Points)[]) series[name].push([plant.now, values[name]]);
  }

  function stateNow(): RunState {
    const isKnown = plant.now - measuredAt <= 30_000;
    const value = (one: number): number | null => (isKnown ? one : null);
    return {
      ...{ plan: plant.plan, parts: plant.parts, setPoint, decidedAt, command: null, now: plant.now },
      ...{ isTaken: plant.taken, isAlarmed: plant.alarmed, ratings: RATINGS },
      measured: {
        ...{ soc: value(plant.soc()), power: value(plant.power), voltage: value(700 + plant.soc()) },
        ...{ cellVoltageMax: value(3.32), cellVoltageMin: value(3.3) },
        cellTemperatureMax: value(plant.temperature),
        cellTemperatureMin: value(plant.temperature - 3),
      },
    };
  }

  const plant: TestPlant = {
    ...{ plan: { ...PLAN, ...plan }, now: START, stored: (soc / 100) * capacity, power: 0, temperature: 30 },
    ...{ silent: false, stuck: false, alarmed: false, taken: false, parts: [], points: series, steps: [] },
    ...{ pause: null, isDone: false, isRunning: true },
    soc: () => (plant.stored / capacity) * 100,
    cycle(isAlive = true) {
      flow();
      if (!isAlive || !plant.isRunning) {
        if (isAlive) orderedAt = plant.now;
        return null;
      }
      const outcome = stepRun(stateNow());
      plant.parts = outcome.parts;
      if (plant.steps.at(-1) !== outcome.step) plant.steps.push(outcome.step);
      ({ pause: plant.pause, isDone: plant.isDone } = outcome);
      [setPoint, orderedAt, decidedAt] = [outcome.power, plant.now, plant.now];
      plant.isRunning = !outcome.isDone && outcome.pause === null;
      return outcome;
    },
    resume() {
      decidedAt = null;
      plant.parts = closed(plant.parts, plant.now);
      plant.isRunning = true;
    },
    run(most = 20_000) {
      for (let cycles = 0; plant.isRunning && cycles < most; cycles++) plant.cycle();
    },
  };
  flow();
  return plant;
}
