/**
 * Steers the batteries of stations: for each it decides a set point, sends it by the one way of remote control, follows
 * what the device answers, and notes what happened. A step that is repeated sends nothing twice.
 */
import { DAY_MS, isoLocal, zoneOffset } from '../../../runtime/core/timeWindow.ts';
import { PLAIN_WEEK, type WorkCalendar } from '../../../runtime/core/workDays.ts';
import { everything } from '../../engine/access/asker.ts';
import type { Services, Session } from '../../engine/context.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import type { ControlState } from '../../platform/db/jsonShapes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { ANSWER_WITHIN_S, requestControl } from '../control/commands.ts';
import { type Candidate, chooseStrategy, overAs } from './choose.ts';
import { type Decision, decide, type LimitName, type Measured } from './decide.ts';
import { limitsOf, type Ratings, readRatings } from './limits.ts';
import { readMeasured } from './measured.ts';
import type { Plan } from './plan.ts';
import {
  addHistory,
  type Entry,
  followCommand,
  type QuietDecision,
  readStrategies,
  type Standing,
  type StrategyRow,
  writeDecided,
  writeStanding,
} from './store.ts';

export type SteerParts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

const MINUTE_MS = 60_000;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const MANUAL_MINUTES = 30;
/** A set point that differs by less than this share of the rating is left as it is. */
const DEADBAND_SHARE = 0.01;
const DEADBAND_KW = 0.5;
/** A command so old has had its answer, and it was noted. */
const FOLLOWED_MS = 3 * MINUTE_MS;

const IDLE: Plan = {
  ...{ kind: 'idle', blocks: null, power: null, peakPower: null, chargeBelow: null, exportPower: null },
};

export const stationKey = ({ tenantId, stationSn }: Pick<StrategyRow, 'tenantId' | 'stationSn'>): string =>
  `${tenantId} ${stationSn}`;

const instant = (text: string | null): number => (text === null ? 0 : Date.parse(text));

const dayOf = (ts: number, zone: string): string => isoLocal(ts, zone).slice(0, DATE_LENGTH);

const candidateOf = (row: StrategyRow): Candidate & { row: StrategyRow } => ({
  ...row,
  row,
  issuedAt: instant(row.issuedAt),
  issuedDay: dayOf(instant(row.issuedAt), row.zone),
});

/** The strategy acts by itself; its name stands where that of a person would. */
const sessionOf = ({ tenantId, number, name }: StrategyRow): Session => ({
  ...everything,
  ...{ tenantId, name: `${number} ${name}`, sessionId: '', apiKey: false, lang: 'zh' },
});

interface Steering {
  row: StrategyRow;
  plan: Plan;
  measured: Measured;
  ratings: Ratings;
  now: number;
  /** Takes decisions that change nothing: all of a tenant are written down in one go. */
  quiet: QuietDecision[];
}

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
async function followAnswer({ db }: SteerParts, { row, now }: Steering): Promise<StrategyRow['state']> {
  const status = stateOfCommand(row, now);
  if (status === null || status === 'requested' || now - instant(row.commandAt) > FOLLOWED_MS)
    return row.state;
  const isAcknowledged = status === 'acknowledged';
  const entries: Entry[] = [];
  if (isAcknowledged && row.state === 'issued') entries.push({ event: 'acknowledged', status });
  if (isAcknowledged && row.state === 'acknowledged') entries.push({ event: 'begun' });
  await db.system(async (trx) => {
    const { numUpdatedRows } = (await followCommand(trx, row, status))[0]!;
    if (status === 'rejected' && numUpdatedRows > 0n)
      entries.push({ event: 'rejected', status, note: row.commandAnswer?.slice(0, 500) ?? '' });
    await addHistory(trx, row, now, entries);
  });
  if (!isAcknowledged) return row.state;
  if (row.state === 'issued') return 'acknowledged';
  return row.state === 'acknowledged' ? 'inForce' : row.state;
}

class DecidedElsewhere extends Error {}

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

/** Says the set point again, so that a device that watches over us does not take us for dead. */
function repeatSetPoint(
  { hub }: SteerParts,
  row: StrategyRow,
  commandId: number | null,
  power: number | null,
): void {
  if (commandId === null || power === null) return;
  const { tenantId, deviceSn } = row;
  hub.publish({ type: 'control', tenantId, deviceSn, commandId, params: { setpoint: power } });
}

interface Outcome {
  decision: Decision;
  standing: Standing;
  entries: Entry[];
  /** Never goes back, so that no block of a plan is run twice. */
  at: number;
}

/** A set point that moves with the load is no news to those who look at the list. */
const turned = ({ state, binding }: StrategyRow, standing: Standing): boolean =>
  standing.state !== state || standing.binding !== binding;

async function writeOutcome(
  { db, hub }: SteerParts,
  { row, now }: Steering,
  outcome: Outcome,
): Promise<void> {
  const { standing, entries, at } = outcome;
  const written = await db.system(async (trx) => {
    if (!(await writeStanding(trx, row, at, standing))) return false;
    await addHistory(trx, row, now, entries);
    return true;
  });
  if (written && turned(row, standing)) tellChanged(hub, row);
}

const tellChanged = (hub: Services['hub'], { tenantId, id }: StrategyRow): void =>
  hub.publish({ type: 'entity', entity: 'strategyConfig', tenantId, id, do: 'update' });

/** Sends the set point by the way of remote control; what is written of it stands or falls with the command. */
async function sendSetPoint(parts: SteerParts, { row, now }: Steering, outcome: Outcome): Promise<void> {
  const { decision, standing, entries, at } = outcome;
  const { setPointSn } = row;
  if (setPointSn === null) throw new AppError('variable.notFound');
  const ctx = { ...parts, session: sessionOf(row) };
  await requestControl(ctx, setPointSn, decision.power, async (scoped, commandId) => {
    const sent = { ...standing, setPoint: decision.power, commandId };
    if (!(await writeStanding(scoped, row, at, sent))) throw new DecidedElsewhere();
    const noted = entries.map((entry) => ({ ...entry, commandId, status: 'requested' as const }));
    await addHistory(scoped, row, now, noted);
  });
  if (turned(row, standing)) tellChanged(parts.hub, row);
}

/** The device cannot be asked: that is noted once, and the set point waits. */
async function noteUnsent(
  parts: SteerParts,
  steering: Steering,
  outcome: Outcome,
  error: unknown,
): Promise<void> {
  if (error instanceof DecidedElsewhere) return;
  if (!(error instanceof AppError)) throw error;
  const { row, measured } = steering;
  const entries: Entry[] =
    row.binding === 'silent' ? [] : [{ event: 'silent', limit: 'silent', measured, note: error.key }];
  const { standing } = outcome;
  const state = standing.state === undefined ? {} : { state: standing.state };
  await writeOutcome(parts, steering, { ...outcome, standing: { ...state, binding: 'silent' }, entries });
}

async function steerStrategy(parts: SteerParts, steering: Steering): Promise<void> {
  const { row, measured, now } = steering;
  const state =
    row.state === 'ended' || row.state === 'expired' ? row.state : await followAnswer(parts, steering);
  const byHand = manualUntil(row);
  const resting = now < byHand || now < instant(row.suspendedUntil);
  const decision = decideFor(steering, resting);
  const { wish, power, limit } = decision;
  const at = Math.max(now, instant(row.decidedAt));
  const entry: Entry = { event: eventOf(limit), wish, power, limit, measured };
  const resumed: Entry[] = row.binding === 'manual' && limit !== 'manual' ? [{ event: 'resumed' }] : [];
  const standing: Standing = { state, binding: limit };
  if (now < byHand) {
    const entries = row.binding === limit ? [] : [{ ...entry, power: row.manualValue, userId: row.manualBy }];
    const until = new Date(byHand).toISOString();
    await writeOutcome(parts, steering, {
      ...{
        decision,
        at,
        entries,
        standing: { ...standing, setPoint: row.manualValue, suspendedUntil: until },
      },
    });
    return repeatSetPoint(parts, row, row.manualId, row.manualValue);
  }
  const outcome: Outcome = { decision, standing, entries: [...resumed, entry], at };
  if (mustSend(steering, power)) {
    await sendSetPoint(parts, steering, outcome).catch((error: unknown) =>
      noteUnsent(parts, steering, outcome, error),
    );
    return;
  }
  const entries = row.binding === limit ? resumed : [...resumed, entry];
  if (entries.length === 0 && !turned(row, standing)) steering.quiet.push({ row, at });
  else await writeOutcome(parts, steering, { ...outcome, entries });
  repeatSetPoint(parts, row, row.commandId, row.setPoint);
}

/** Ends what is over; what its set point was is taken back by the next step. */
async function endStrategy({ db, hub }: SteerParts, row: StrategyRow, now: number, as: 'ended' | 'expired') {
  await db.system(async (trx) => {
    if (await writeStanding(trx, row, null, { state: as })) await addHistory(trx, row, now, [{ event: as }]);
  });
  tellChanged(hub, row);
}

/** The strategy to carry out at a station now, and the plan: standing still where only a set point is left. */
function planStation(rows: readonly StrategyRow[], now: number, calendar: WorkCalendar) {
  const day = dayOf(now, rows[0]!.zone);
  const candidates = rows.map(candidateOf);
  const chosen = chooseStrategy(candidates, day, calendar);
  const over = candidates.flatMap((candidate) => {
    const as = overAs(candidate, day, candidate === chosen);
    return as ? [{ row: candidate.row, as }] : [];
  });
  const current = chosen && !over.some(({ row }) => row === chosen.row) ? chosen.row : null;
  const left = rows.filter((row) => row !== current && row.setPoint !== null);
  return { current, left, over };
}

async function steerStation(
  parts: SteerParts,
  rows: readonly StrategyRow[],
  read: {
    now: number;
    calendar: WorkCalendar;
    steering: (row: StrategyRow) => Omit<Steering, 'plan' | 'row'>;
  },
): Promise<void> {
  const { now, calendar, steering } = read;
  const { current, left, over } = planStation(rows, now, calendar);
  for (const { row, as } of over) await endStrategy(parts, row, now, as);
  if (current) {
    // Whoever had the station before leaves its set point to the one that has it now.
    for (const row of left)
      await parts.db.system((trx) => writeStanding(trx, row, null, { setPoint: null, binding: null }));
    return steerStrategy(parts, { row: current, plan: current, ...steering(current) });
  }
  const ended = new Set(over.map(({ row }) => row));
  const [last] = left.filter((row) => row.setPoint !== 0 && !ended.has(row));
  if (last) await steerStrategy(parts, { row: last, plan: IDLE, ...steering(last) });
}

async function steerTenant(parts: SteerParts, tenantId: number, rows: readonly StrategyRow[], now: number) {
  const measured = await readMeasured(parts, tenantId, rows, now);
  const { ratings, calendar } = await parts.db.tenant(tenantId, async (trx) => ({
    ratings: await readRatings(trx, rows),
    calendar: rows.some(({ days }) => days !== null && days !== 'every')
      ? await readCalendar(trx)
      : PLAIN_WEEK,
  }));
  const byId = new Map(rows.map((row, index) => [row.id, ratings[index]!]));
  const quiet: QuietDecision[] = [];
  const steering = (row: StrategyRow) => ({
    measured: measured.get(row.id)!,
    ratings: byId.get(row.id)!,
    ...{ now, quiet },
  });
  for (const ofStation of Map.groupBy(rows, stationKey).values())
    await steerStation(parts, ofStation, { now, calendar, steering }).catch((error: unknown) =>
      // A station that fails leaves the others steered; its device stands still by its own watchdog.
      parts.log.error('a station could not be steered', {
        tenantId,
        station: ofStation[0]!.stationSn,
        error,
      }),
    );
  await parts.db.tenant(tenantId, (trx) => writeDecided(trx, tenantId, quiet));
}

/** Decides once for every station that `take` leaves to this process. */
export async function steerStations(
  parts: SteerParts,
  now: number,
  take: (keys: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  const rows = await parts.db.system(readStrategies);
  const mine = take([...new Set(rows.map(stationKey))]);
  const own = Map.groupBy(
    rows.filter((row) => mine.has(stationKey(row))),
    ({ tenantId }) => tenantId,
  );
  for (const [tenantId, ofTenant] of own) await steerTenant(parts, tenantId, ofTenant, now);
}
