/** Decides for one strategy what is sent and noted now, from what was read of it. Pure. */
import { DAY_MS, zoneOffset } from '../../../runtime/core/timeWindow.ts';
import type { ControlState } from '../../platform/db/jsonShapes.ts';
import { ANSWER_WITHIN_S } from '../control/commands.ts';
import { type Decision, decide, type LimitName, type Measured } from './decide.ts';
import { limitsOf, type Ratings } from './limits.ts';
import type { Plan } from './plan.ts';
import type { Entry, Settled, StrategyRow } from './store.ts';

const MINUTE_MS = 60_000;
const MANUAL_MINUTES = 30;
/** A set point that differs by less than this share of the rating is left as it is. */
const DEADBAND_SHARE = 0.01;
const DEADBAND_KW = 0.5;

export interface Steering {
  row: StrategyRow;
  plan: Plan;
  measured: Measured;
  ratings: Ratings;
  now: number;
}

/** A set point for the converter, kW, with the lines that it is noted by. */
interface SetPoint {
  power: number;
  entries: readonly Entry[];
}

export interface Outcome extends Settled {
  send: SetPoint | null;
  /** The command that is said again, so that a device that watches over us does not take us for dead. */
  repeat: { commandId: number; power: number } | null;
  /** Noted where the device cannot be asked. */
  measured: Measured | null;
}

export const instant = (text: string | null): number => (text === null ? 0 : Date.parse(text));

/** An outcome that only changes where a strategy stands. */
export const standsNow = (
  row: StrategyRow,
  standing: Outcome['standing'],
  entries: Entry[] = [],
): Outcome => ({
  ...{ row, standing, entries, at: null, answer: null, send: null, repeat: null, measured: null },
});

/** Until when somebody has taken over by hand; 0: nobody has. */
function manualUntil({ manualAt, issuedAt, resumedAt, manualMinutes }: StrategyRow): number {
  const began = instant(manualAt);
  const counts = began > Math.max(instant(issuedAt), instant(resumedAt));
  return counts ? began + (manualMinutes ?? MANUAL_MINUTES) * MINUTE_MS : 0;
}

const stateOfCommand = ({ commandState, commandAt }: StrategyRow, now: number): ControlState | null =>
  commandState === 'requested' && now - instant(commandAt) > ANSWER_WITHIN_S * 1000
    ? 'expired'
    : commandState;

/** The lines that a decision is noted by. */
function eventOf(limit: LimitName): Entry['event'] {
  if (limit === 'silent' || limit === 'manual') return limit;
  return limit === 'strategy' || limit === 'ramp' ? 'decision' : 'limit';
}

/** Follows the answer to the last command; the state to which it leads. */
function followAnswer(row: StrategyRow, now: number): Pick<Settled, 'entries' | 'answer'> & StateOf {
  const { state, isAwaited, commandAnswer } = row;
  const status = stateOfCommand(row, now);
  const isOver = state === 'ended' || state === 'expired';
  if (status === null || status === 'requested' || isOver) return { state, entries: [], answer: null };
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

function decideFor({ row, plan, measured, ratings, now }: Steering, resting: boolean): Decision {
  const { setPoint, decidedAt, zone } = row;
  const last = setPoint !== null && decidedAt !== null ? { power: setPoint, at: instant(decidedAt) } : null;
  const minute = Math.floor(((now + zoneOffset(now, zone)) % DAY_MS) / MINUTE_MS);
  return decide({ plan, limits: limitsOf(row.limits ?? {}, ratings), measured, minute, now, last, resting });
}

/** Tells whether the set point has to be sent: it is another one, or the device never took it. */
function mustSend({ row, ratings, now }: Steering, power: number): boolean {
  const { setPoint } = row;
  const state = stateOfCommand(row, now);
  if (setPoint === null || state === null || state === 'expired' || state === 'rejected') return true;
  const deadband = Math.max(DEADBAND_KW, (ratings.discharge ?? 0) * DEADBAND_SHARE);
  return Math.abs(power - setPoint) > deadband || (power === 0 && setPoint !== 0);
}

const repeated = (commandId: number | null, power: number | null): Outcome['repeat'] =>
  commandId === null || power === null ? null : { commandId, power };

/** A step that is repeated on what it led to sends nothing. */
export function stepStrategy(steering: Steering): Outcome {
  const { row, measured, now } = steering;
  const { state, entries: followed, answer } = followAnswer(row, now);
  const byHand = manualUntil(row);
  const resting = now < byHand || now < instant(row.suspendedUntil);
  const { wish, power, limit } = decideFor(steering, resting);
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
  if (mustSend(steering, power))
    return { ...base, entries: followed, send: { power, entries: [...resumed, entry] }, repeat: null };
  return {
    ...{ ...base, entries: [...followed, ...resumed, ...(isNews ? [entry] : [])], send: null },
    repeat: repeated(row.commandId, row.setPoint),
  };
}
