/**
 * A plant in memory that a strategy controls: a battery, its converter, and a load behind a grid meter. Powers in kW.
 */
import { PLAIN_WEEK } from '../../../runtime/core/time/workDays.ts';
import type { LimitName, Measured } from '../../../server/sites/strategies/decide.ts';
import type { Entered } from '../../../server/sites/strategies/limits.ts';
import type { Plan } from '../../../server/sites/strategies/plan.ts';
import { sent } from '../../../server/sites/strategies/settle.ts';
import { stepStation } from '../../../server/sites/strategies/station.ts';
import type { Entry, Settled, StrategyRow } from '../../../server/sites/strategies/store.ts';

const START = Date.UTC(2026, 2, 2, 4);
const CYCLE_MS = 15_000;
const RATINGS = { charge: 500, discharge: 500, capacity: 1000, transformer: 950 };

export interface Plant {
  row: StrategyRow;
  ratings: typeof RATINGS;
  limits: Entered;
  /** The power from the converter to the site. Charging is negative. */
  power: number;
  /** The power that the site consumes without its battery. */
  load: number;
  soc: number;
  /** True if the converter sends nothing. */
  silent: boolean;
  /** True if the converter receives nothing. */
  deaf: boolean;
  /** True if the converter refuses each command. */
  refusing: boolean;
  /** The commands so far, and the limit that decided each. */
  commands: { id: number; power: number; limit: LimitName | undefined }[];
  /** All messages to the converter: commands and their repetitions. */
  said: { id: number; power: number }[];
  lines: Entry[];
  /** Advances the time, and decides once. */
  cycle(ms?: number): void;
  /** Stops the strategy as a user does. */
  stop(): void;
}

const rowOf = (plan: Plan, limits: Entered): StrategyRow => ({
  ...plan,
  ...{
    tenantId: 1,
    id: 1,
    number: 'ST1',
    name: 'Plan',
    stationSn: 'S',
    deviceSn: 'PCS',
    batterySn: 'BAT',
    meterSn: 'M',
  },
  ...{ startDate: '2026-01-01', endDate: null, days: null, priority: null, limits, manualMinutes: null },
  ...{
    state: 'issued',
    issuedAt: new Date(START).toISOString(),
    endedAt: null,
    setPoint: null,
    binding: null,
  },
  ...{
    decidedAt: null,
    suspendedUntil: null,
    resumedAt: null,
    zone: 'Asia/Shanghai',
    setPointSn: 'PCS-setpoint',
  },
  ...{ commandId: null, commandState: null, commandAt: null, commandAnswer: null, isAwaited: false },
  ...{ manualId: null, manualAt: null, manualBy: null, manualValue: null },
});

interface PlantOptions {
  plan: Plan;
  limits?: Entered;
  ratings?: Partial<typeof RATINGS>;
}

export function startPlant({ plan, limits = {}, ratings = {} }: PlantOptions): Plant {
  let now = START;
  const plant: Plant = {
    ...{ row: rowOf(plan, { export: 1000, ...limits }), ratings: { ...RATINGS, ...ratings } },
    ...{ limits: { export: 1000, ...limits }, power: 0, load: 300, soc: 50 },
    ...{ silent: false, deaf: false, refusing: false, commands: [], said: [], lines: [] },
    cycle(ms = CYCLE_MS) {
      now += ms;
      const { row } = plant;
      if (row.state === 'ended' && (row.setPoint === null || (row.setPoint === 0 && row.commandId === null)))
        return;
      const outcomes = stepStation([row], now, PLAIN_WEEK, () => ({
        measured: measure(),
        ratings: plant.ratings,
        now,
      }));
      for (const outcome of outcomes) {
        if (outcome.send)
          command(outcome.send.power, sent(outcome, outcome.send.power, plant.commands.length + 1));
        else note(outcome);
        if (outcome.repeat) sendPower(outcome.repeat.commandId, outcome.repeat.power);
      }
    },
    stop() {
      Object.assign(plant.row, { state: 'ended', endedAt: new Date(now).toISOString() });
    },
  };

  const measure = (): Measured => ({
    ...{ power: plant.silent ? null : plant.power, grid: plant.load - plant.power, soc: plant.soc },
  });

  function note({ standing, entries, at }: Settled): void {
    Object.assign(plant.row, standing, at === null ? {} : { decidedAt: new Date(at).toISOString() });
    plant.lines.push(...entries);
  }

  function command(power: number, settled: Settled): void {
    note(settled);
    const id = plant.row.commandId!;
    plant.commands.push({ id, power, limit: settled.entries.at(-1)?.limit });
    Object.assign(plant.row, { commandState: 'requested', commandAt: new Date(now).toISOString() });
    sendPower(id, power);
  }

  function sendPower(id: number, power: number): void {
    plant.said.push({ id, power });
    if (plant.deaf) return;
    if (!plant.refusing) plant.power = power;
    if (id === plant.row.commandId && plant.row.commandState === 'requested')
      plant.row.commandState = plant.refusing ? 'rejected' : 'acknowledged';
  }
  return plant;
}
