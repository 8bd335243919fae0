/**
 * Decides which command to send and which events to record for one strategy, from its row and measured values. Pure.
 */
import { DAY_MS, zoneOffset } from '../../../runtime/core/time/timeWindow.ts';
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';
import { ANSWER_WITHIN_S } from '../control/commands.ts';
import { type Decision, decide, type LimitName, type Measured } from './decide.ts';
import { limitsOf, type Ratings } from './limits.ts';
import type { Plan } from './plan.ts';
import type { Entry, Settled, StrategyRow } from './store.ts';

const MINUTE_MS = 60_000;
const MANUAL_MINUTES = 30;
/** Share of the rating. A new set point is sent only if it differs by more. */
const DEADBAND_SHARE = 0.01;
const DEADBAND_KW = 0.5;

const IDLE: Plan = {
  ...{ kind: 'idle', blocks: null, power: null, peakPower: null, chargeBelow: null, exportPower: null },
};

export interface Steering {
  row: StrategyRow;
  plan: Plan;
  measured: Measured;
  ratings: Ratings;
  now: number;
}

/** A set point for the converter in kW, with its entries in the history. */
interface SetPoint {
  power: number;
  entries: readonly Entry[];
}

export interface Outcome extends Settled {
  send: SetPoint | null;
  /** The command to repeat, so that the device's watchdog does not assume a failed server. */
  repeat: { commandId: number; power: number } | null;
  /** Recorded if the device cannot be reached. */
  measured: Measured | null;
}

export const instant = (text: string | null): number => (text === null ? 0 : Date.parse(text));

/** Returns an outcome that only changes the state of a strategy. */
export const standsNow = (
  row: StrategyRow,
  standing: Outcome['standing'],
  entries: Entry[] = [],
): Outcome => ({
  ...{ row, standing, entries, at: null, answer: null, send: null, repeat: null, measured: null },
});

/**
 * Returns the end of a person's manual control in epoch milliseconds. 0 without manual control. A stop ends
 * an earlier manual control too.
 */
function manualUntil({ manualAt, issuedAt, endedAt, resumedAt, manualMinutes }: StrategyRow): number {
  const began = instant(manualAt);
  const counts = began > Math.max(instant(issuedAt), instant(endedAt), instant(resumedAt));
  return counts ? began + (manualMinutes ?? MANUAL_MINUTES) * MINUTE_MS : 0;
}

const stateOfCommand = ({ commandState, commandAt }: StrategyRow, now: number): ControlState | null =>
  commandState === 'requested' && now - instant(commandAt) > ANSWER_WITHIN_S * 1000
    ? 'expired'
    : commandState;

/** Returns the event for the history of a decision. */
function eventOf(limit: LimitName): Entry['event'] {
  if (limit === 'silent' || limit === 'manual') return limit;
  return limit === 'strategy' || limit === 'ramp' ? 'decision' : 'limit';
}

/** Evaluates the answer to the last command. Returns the resulting state. */
function followAnswer(row: StrategyRow, now: number): Pick<Settled, 'entries' | 'answer'> & StateOf {
  const { state, isAwaited, commandAnswer } = row;
  const status = stateOfCommand(row, now);
  if (status === null || status === 'requested') return { state, entries: [], answer: null };
  const answer = isAwaited ? status : null;
  if (status === 'acknowledged' && state === 'issued')
    return { state: 'acknowledged', entries: [{ event: 'acknowledged', status }], answer };
  if (status === 'acknowledged' && state === 'acknowledged')
    return { state: 'inForce', entries: [{ event: 'begun' }], answer };
  const isNews = status === 'rejected' && isAwaited;
  const note = commandAnswer?.slice(0, 500) ?? '';
  return { state, entries: isNews ? [{ event: 'rejected', status, note }] : [], answer };
}
type StateOf = Pick<StrategyRow, 'state'>;

/** Returns whether the converter is nearly idle. */
const isAtRest = ({ power }: Measured): boolean =>
  typeof power === 'number' && Math.abs(power) <= DEADBAND_KW;

/**
 * Returns whether the converter must first receive the set point 0 after a silence. The server knows neither its state
 * during the silence nor whether it received the 0.
 */
function isStillUnsafe({ row, measured, now }: Steering): boolean {
  if (row.binding !== 'silent' || row.setPoint !== 0) return false;
  const state = stateOfCommand(row, now);
  return state === 'requested' || (state !== 'acknowledged' && !isAtRest(measured));
}

function decideFor(steering: Steering, resting: boolean): Decision {
  const { row, plan, measured, ratings, now } = steering;
  const { setPoint, decidedAt, zone } = row;
  const last = setPoint !== null && decidedAt !== null ? { power: setPoint, at: instant(decidedAt) } : null;
  const minute = Math.floor(((now + zoneOffset(now, zone)) % DAY_MS) / MINUTE_MS);
  const limits = limitsOf(row.limits ?? {}, ratings);
  const decision = decide({ plan, limits, measured, minute, now, last, resting });
  return isStillUnsafe(steering) ? { ...decision, power: 0, limit: 'silent' } : decision;
}

/** Kinds whose requested power changes with each reading of the meter. */
const FOLLOWING: ReadonlySet<Plan['kind']> = new Set(['peakShaving', 'selfConsumption', 'exportLimit']);

/**
 * Returns whether the set point must be sent: if it differs, or if the device never acknowledged it. A set point that
 * follows the meter may differ slightly while the limits allow the current one.
 */
function mustSend({ row, plan, ratings, now }: Steering, decision: Decision): boolean {
  const { setPoint, binding } = row;
  const { power, limit, allowed } = decision;
  const state = stateOfCommand(row, now);
  if (setPoint === null || state === null || state === 'expired' || state === 'rejected') return true;
  const mayDiffer = FOLLOWING.has(plan.kind) && limit === 'strategy' && binding === 'strategy' && power !== 0;
  if (!mayDiffer || setPoint < allowed[0] || setPoint > allowed[1]) return power !== setPoint;
  const deadband = Math.max(DEADBAND_KW, (ratings.discharge ?? 0) * DEADBAND_SHARE);
  return Math.abs(power - setPoint) > deadband;
}

const repeated = (commandId: number | null, power: number | null): Outcome['repeat'] =>
  commandId === null || power === null ? null : { commandId, power };

/** Decides one step of a strategy. Applied to its own result, it sends no command. */
export function stepStrategy(steering: Steering): Outcome {
  const { row, measured, now } = steering;
  const { state, entries: followed, answer } = followAnswer(row, now);
  const byHand = manualUntil(row);
  const resting = now < byHand || now < instant(row.suspendedUntil);
  const decision = decideFor(steering, resting);
  const { wish, power, limit } = decision;
  const isNews = row.binding !== limit;
  const entry: Entry = { event: eventOf(limit), wish, power, limit, measured };
  const base = {
    ...{ row, answer, measured, at: Math.max(now, instant(row.decidedAt)) },
    standing: { state, binding: limit },
  };
  if (now < byHand) {
    const { manualId, manualValue, manualBy } = row;
    const noted = isNews ? [{ ...entry, power: manualValue, userId: manualBy }] : [];
    const suspendedUntil = new Date(byHand).toISOString();
    return {
      ...{ ...base, entries: [...followed, ...noted], send: null, repeat: repeated(manualId, manualValue) },
      standing: { ...base.standing, setPoint: manualValue, suspendedUntil },
    };
  }
  const resumed: Entry[] = row.binding === 'manual' && limit !== 'manual' ? [{ event: 'resumed' }] : [];
  if (mustSend(steering, decision)) {
    // The 0 is sent to a silent converter in each cycle, but recorded only once.
    const isTriedAgain = limit === 'silent' && !isNews && row.setPoint === power;
    const entries = [...resumed, ...(isTriedAgain ? [] : [entry])];
    return { ...base, entries: followed, send: { power, entries }, repeat: null };
  }
  // A limit that does not change the power is recorded too.
  const noted = isNews && power === row.setPoint && entry.event !== 'decision' ? [entry] : [];
  return {
    ...{ ...base, entries: [...followed, ...resumed, ...noted], send: null },
    repeat: repeated(row.commandId, row.setPoint),
  };
}

/** Returns whether the strategy has released the converter: the converter acknowledged the 0 or is idle. */
function isReleased({ row, measured, now }: Steering): boolean {
  const state = stateOfCommand(row, now);
  if (row.setPoint !== 0) return false;
  return row.commandId === null || state === 'acknowledged' || (state !== 'requested' && isAtRest(measured));
}

/** Executes a step of a strategy that must release its set point. The power goes to 0 within the ramp. */
export function stepLeft(input: Omit<Steering, 'plan'>): Outcome {
  // An ended strategy cannot be suspended.
  const row = { ...input.row, suspendedUntil: null };
  const steering = { ...input, row, plan: IDLE };
  // A person who controlled the converter after the last command, or after the end, keeps control.
  if (instant(row.manualAt) > Math.max(instant(row.commandAt), instant(row.endedAt)))
    return standsNow(row, { setPoint: null, binding: null });
  if (!isReleased(steering)) return stepStrategy(steering);
  const { entries, answer } = followAnswer(row, input.now);
  return { ...standsNow(row, { binding: null, commandId: null }, [...entries]), answer };
}
