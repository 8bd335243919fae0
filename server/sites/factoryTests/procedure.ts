/**
 * Decides about a charge and discharge run: the set point, the next step, or the reason to suspend the run. The input
 * is the current step, the measured values and the time. Pure. Powers are in kW, discharging positive.
 */
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';
import { type Decision, decide, type LimitName, type Measured } from '../strategies/decide.ts';
import { limitsOf, type Ratings } from '../strategies/limits.ts';

export type RunStep = 'charge' | 'restCharged' | 'discharge' | 'restDischarged' | 'recharge' | 'evaluation';
export type ServiceType = 'charge' | 'discharge' | 'cycle';

export type Pause =
  | 'alarm'
  | 'silent'
  | 'interrupted'
  | 'otherControl'
  | 'emergencyStop'
  | 'offGrid'
  | 'temperature'
  | 'siteLimit'
  | 'refused'
  | 'notFollowing'
  | 'tooLong';

/** A period in which a step was executed. The last part is open while the run is active. */
export interface Part {
  step: RunStep;
  from: string;
  to?: string | null;
  /** For runs with constant current: the battery voltage at the start of the part. */
  voltage?: number | null;
}

export interface RunPlan {
  serviceType: ServiceType;
  strategyType: 'constantPower' | 'constantCurrent';
  power: number;
  socFrom: number;
  socTo: number;
  restMinutes: number;
  shippingSoc: number;
  ratedEnergy: number;
  temperatureMin: number;
  temperatureMax: number;
}

export interface RunState {
  plan: RunPlan;
  parts: readonly Part[];
  setPoint: number | null;
  /** Time of the previous decision, by any process, in epoch milliseconds. Null for the first decision. */
  decidedAt: number | null;
  command: { state: ControlState; sentAt: number } | null;
  /** True if the newest command to the converter is not from this run. */
  isTaken: boolean;
  /** True if a critical alarm of one of the devices is open. */
  isAlarmed: boolean;
  measured: Measured & { voltage?: number | null };
  ratings: Ratings;
  now: number;
}

export interface RunOutcome {
  step: RunStep;
  parts: readonly Part[];
  power: number;
  pause: Pause | null;
  /** True if all steps are complete and the figures can be computed. */
  isDone: boolean;
}

const STEPS: Readonly<Record<ServiceType, readonly RunStep[]>> = {
  charge: ['charge', 'restCharged', 'evaluation'],
  discharge: ['discharge', 'restDischarged', 'evaluation'],
  cycle: ['charge', 'restCharged', 'discharge', 'restDischarged', 'recharge', 'evaluation'],
};

/**
 * Maximum silence of a device, and maximum time without a decision of the server, in ms. The run is suspended
 * afterwards.
 */
export const SILENT_MS = 30_000;
/** Time in ms without a decision after which the watchdog of the converter has stopped it. */
export const WATCHDOG_MS = 60_000;
/** Time in ms after a step in which the counters still count its energy. */
export const TAIL_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const CLOCK_SLACK_MS = 2_000;
/** Tolerance, because devices report the SOC in whole or half percents. */
const SOC_SLACK = 0.5;
/** Percent before the target at which the battery management may end a step. */
const SOC_NEAR = 15;
/** Share of the power below which the converter counts as stopped. */
const STOPPED_SHARE = 0.05;
/** Share of the planned power below which the planned rate is not tested. */
const LIMITED_SHARE = 0.95;
/** Maximum duration of a step, as a multiple of the time for its energy. */
const LONGEST_FACTOR = 3;

const known = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const at = (moment: string): number => Date.parse(moment);
const text = (moment: number): string => new Date(moment).toISOString();

const isOpen = ({ to }: Part): boolean => (to ?? null) === null;

/** Returns the execution time of a step over all its parts, in milliseconds. */
export const elapsedIn = (parts: readonly Part[], step: RunStep, now: number): number =>
  parts
    .filter((part) => part.step === step)
    .reduce((sum, { from, to }) => sum + Math.max(0, (to ? at(to) : now) - at(from)), 0);

/** Returns the parts, with the open part closed. */
export const closed = (parts: readonly Part[], now: number): Part[] =>
  parts.map((part) => (isOpen(part) ? { ...part, to: text(Math.max(now, at(part.from))) } : part));

const opened = (parts: readonly Part[], step: RunStep, { now, measured }: RunState): Part[] => [
  ...closed(parts, now),
  { step, from: text(now), ...(known(measured.voltage) ? { voltage: measured.voltage } : {}) },
];

const isRest = (step: RunStep): boolean => step === 'restCharged' || step === 'restDischarged';

/**
 * Returns the power that the step requests, positive for discharging. With constant current, the power
 * follows the voltage.
 */
function wishOf({ plan, measured }: RunState, parts: readonly Part[], step: RunStep): number {
  if (isRest(step) || step === 'evaluation') return 0;
  const first = parts.find((part) => part.step === step)?.voltage;
  const share =
    plan.strategyType === 'constantCurrent' && known(first) && first > 0 && known(measured.voltage)
      ? measured.voltage / first
      : 1;
  return plan.power * share * (step === 'discharge' ? 1 : -1);
}

/** Computes the set point within the same limits as for strategies. Without a meter there are no grid limits. */
function decideStep(state: RunState, wish: number): Decision {
  const { plan, measured, ratings, now } = state;
  const { voltage: _, ...values } = measured;
  const limits = limitsOf(
    {
      ...{ socMin: 0, socMax: 100, export: plan.power },
      ...{ cellTemperatureMin: plan.temperatureMin, cellTemperatureMax: plan.temperatureMax },
    },
    ratings,
  );
  const kind = 'fixedPower' as const;
  const empty = { blocks: null, peakPower: null, chargeBelow: null, exportPower: null };
  return decide({
    ...{ plan: { ...empty, kind, power: wish }, limits, minute: 0, now, last: null },
    measured: { ...values, grid: measured.grid === undefined ? 0 : measured.grid },
  });
}

const STANDSTILL: Readonly<Partial<Record<LimitName, Pause>>> = {
  emergencyStop: 'emergencyStop',
  offGrid: 'offGrid',
  silent: 'silent',
  unknown: 'silent',
  cellTemperature: 'temperature',
};
const OF_BATTERY: ReadonlySet<LimitName> = new Set(['soc', 'cellVoltage', 'bmsCurrent']);
const OF_SITE: ReadonlySet<LimitName> = new Set(['pcs', 'transformer', 'demand', 'export']);

const targetOf = ({ socFrom, socTo, shippingSoc }: RunPlan, step: RunStep): number => {
  if (step === 'charge') return socTo;
  return step === 'discharge' ? socFrom : shippingSoc;
};

/** Returns the remaining percentage points to the target of the step. */
function socLeft({ plan, measured: { soc } }: RunState, step: RunStep): number {
  if (!known(soc)) return Number.POSITIVE_INFINITY;
  const target = targetOf(plan, step);
  return step === 'discharge' ? soc - target : target - soc;
}

/** Returns whether the converter has stopped. The check starts a minute after the step started or resumed. */
function hasStopped({ plan, measured, now }: RunState, parts: readonly Part[]): boolean {
  const begun = parts.at(-1)?.from;
  if (!begun || now - at(begun) < MINUTE_MS || !known(measured.power)) return false;
  return Math.abs(measured.power) < plan.power * STOPPED_SHARE;
}

function isComplete(state: RunState, parts: readonly Part[], step: RunStep, decision: Decision): boolean {
  const { plan, now } = state;
  if (isRest(step)) return elapsedIn(parts, step, now) >= plan.restMinutes * MINUTE_MS;
  if (step === 'evaluation') return elapsedIn(parts, step, now) >= TAIL_MS;
  const left = socLeft(state, step);
  if (left <= SOC_SLACK) return true;
  const isEnded = OF_BATTERY.has(decision.limit) && Math.abs(decision.power) < plan.power * STOPPED_SHARE;
  if (isEnded && (decision.limit === 'cellVoltage' || left <= SOC_NEAR)) return true;
  return left <= SOC_NEAR && hasStopped(state, parts);
}

/** Returns the fault that suspends any step. Null if there is none. */
function faultOf({ command, isTaken, isAlarmed, decidedAt, measured, plan, now }: RunState): Pause | null {
  if (decidedAt !== null && (now - decidedAt > SILENT_MS || now < decidedAt - CLOCK_SLACK_MS))
    return 'interrupted';
  if (isTaken) return 'otherControl';
  if (isAlarmed) return 'alarm';
  if (command?.state === 'rejected') return 'refused';
  if (command && command.state !== 'acknowledged' && now - command.sentAt > SILENT_MS) return 'refused';
  const { cellTemperatureMax: high, cellTemperatureMin: low } = measured;
  if (known(high) && high > plan.temperatureMax) return 'temperature';
  return known(low) && low < plan.temperatureMin ? 'temperature' : null;
}

/** Returns the fault of the current step. Null if there is none. */
function stepFault(state: RunState, parts: readonly Part[], step: RunStep, decision: Decision): Pause | null {
  const { plan, now } = state;
  const standstill = STANDSTILL[decision.limit];
  if (standstill) return standstill;
  if (isRest(step) || step === 'evaluation') return null;
  const isLow = Math.abs(decision.power) < Math.abs(decision.wish ?? 0) * LIMITED_SHARE;
  if (OF_SITE.has(decision.limit) && isLow) return 'siteLimit';
  if (hasStopped(state, parts)) return 'notFollowing';
  const longest = (LONGEST_FACTOR * plan.ratedEnergy * HOUR_MS) / plan.power;
  return elapsedIn(parts, step, now) > longest ? 'tooLong' : null;
}

const paused = (state: RunState, parts: readonly Part[], step: RunStep, pause: Pause): RunOutcome => {
  const { decidedAt, now } = state;
  // The converter followed the last set point until its watchdog stopped it.
  const end = pause === 'interrupted' && decidedAt !== null ? Math.min(now, decidedAt + WATCHDOG_MS) : now;
  return { step, parts: closed(parts, end), power: 0, pause, isDone: false };
};

/** Returns the current step, or the step to resume. A new run starts with the first step. */
const currentStep = ({ plan, parts }: RunState): RunStep => parts.at(-1)?.step ?? STEPS[plan.serviceType][0]!;

/** Makes one decision for an active run. */
export function stepRun(state: RunState): RunOutcome {
  const steps = STEPS[state.plan.serviceType];
  let step = currentStep(state);
  const last = state.parts.at(-1);
  let parts: readonly Part[] = last && isOpen(last) ? state.parts : opened(state.parts, step, state);
  const fault = faultOf(state);
  if (fault) return paused(state, parts, step, fault);
  for (;;) {
    const decision = decideStep(state, wishOf(state, parts, step));
    if (STANDSTILL[decision.limit]) return paused(state, parts, step, STANDSTILL[decision.limit]!);
    if (isComplete(state, parts, step, decision)) {
      const next = steps[steps.indexOf(step) + 1];
      if (!next) return { step, parts: closed(parts, state.now), power: 0, pause: null, isDone: true };
      step = next;
      parts = opened(parts, step, state);
      continue;
    }
    const pause = stepFault(state, parts, step, decision);
    if (pause) return paused(state, parts, step, pause);
    return { step, parts, power: decision.power, pause: null, isDone: false };
  }
}
