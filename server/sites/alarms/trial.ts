/** A trial runs the same judgement over what was measured and tells what a rule would have raised. Nothing is written. */
import type { components } from '../../../generated/api.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { calculatedPoints } from '../telemetry/calculatedRead.ts';
import { isCalculated } from '../telemetry/calculation.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { settleRollups } from '../telemetry/tails.ts';
import type { Calculated } from '../telemetry/types.ts';
import { pastSpan } from './courseStart.ts';
import { type PointRule, type RuleState, replayPoint, type Step, startState, tickRule } from './evaluate.ts';
import { completeRule } from './hooks.ts';
import { valueNumber } from './kinds/value.ts';
import { allPoints, type WatchedVariable } from './recentPoints.ts';
import { type RuleRow, ruleOf } from './rules.ts';
import { readSeedValues } from './seedValues.ts';
import { trySilence } from './silenceTrial.ts';
import { valueText } from './text.ts';
import { addSlices, makeSlices, slicesPoints } from './thin.ts';
import type { NoDataCondition, Point, PointValue, Rule } from './types.ts';

export type Trial = components['schemas']['AlarmTrial'];
type Tried = components['schemas']['AlarmRuleTried'];

export interface Parts {
  db: Database;
  telemetry: Pick<Telemetry, 'variables'>;
}

/** An alarm that would have been; times in epoch milliseconds. */
export interface TrialAlarm {
  from: number;
  /** Null: it still holds. */
  to: number | null;
  value: PointValue;
  source: string;
}

export interface TrialWindow {
  from: number;
  to: number;
  /** When there is no more time to look, on the clock of the server. */
  deadline: number;
}

export interface TrialFound {
  alarms: TrialAlarm[];
  series: [number, number | null][];
  points: number;
  /** As far as it came. */
  to: number;
}

const DAY_MS = 86_400_000;
/** So much of the past is carried here at a time. */
export const CHUNK_MS = DAY_MS / 4;
const PATIENCE_MS = 8_000;
const MAX_LISTED = 200;
const SLICES = 300;

const EMPTY_ROW: RuleRow = {
  kind: null,
  scope: null,
  formula: null,
  operator: null,
  threshold: null,
  low: null,
  high: null,
  side: null,
  change: null,
  direction: null,
  changeMinutes: null,
  silentSeconds: null,
  stateValues: null,
  hysteresis: null,
};

/** The rule that the form describes, checked as if it were saved. */
async function readRule(
  trx: Trx,
  tenantId: number,
  tried: Tried,
): Promise<{ rule: Rule; watched: WatchedVariable[] }> {
  const values = await completeRule({ scope: 'variable', ...tried }, trx);
  const station = await trx
    .selectFrom('station')
    .select(['name as stationName', 'timeZone as zone'])
    .where('sn', '=', tried.stationSn)
    .executeTakeFirst();
  if (!station) throw new AppError('station.notFound');
  const variable = await trx
    .selectFrom('deviceVariable')
    .select(['name as variableName', 'unit', 'decimals', 'states', 'dataType', 'formula'])
    .where('sn', '=', String(values.variableSn ?? ''))
    .executeTakeFirst();
  const device = await trx
    .selectFrom('device')
    .select(['sn as ofDevice', 'name as deviceName'])
    .where('sn', '=', String(values.deviceSn ?? ''))
    .executeTakeFirst();
  const rule = ruleOf({
    ...EMPTY_ROW,
    ...tried,
    weekdays: tried.weekdays ?? null,
    fromTime: tried.fromTime ?? null,
    toTime: tried.toTime ?? null,
    delaySeconds: tried.delaySeconds ?? null,
    clearSeconds: tried.clearSeconds ?? null,
    variableSn: (values.variableSn as string | null) ?? null,
    id: 0,
    tenantId,
    name: '',
    level: '',
    info: null,
    ...station,
    ofDevice: device?.ofDevice ?? null,
    deviceName: device?.deviceName ?? null,
    variableName: variable?.variableName ?? null,
    unit: variable?.unit ?? null,
    decimals: variable?.decimals ?? null,
    states: variable?.states ?? null,
    dataType: variable?.dataType ?? null,
    variableFormula: variable?.formula ?? null,
  });
  if (!rule) throw new AppError('http.invalid');
  const watched = await trx
    .selectFrom('deviceVariable')
    .select(['id', 'sn'])
    .where('sn', 'in', rule.watches.length > 0 ? [...rule.watches] : [''])
    .execute();
  return { rule, watched: watched.map(({ id, sn }) => ({ id, sn: sn ?? '' })) };
}

/** Judges points as they came in; the clock stands at each of them. */
function judge(rule: PointRule, start: RuleState, found: TrialAlarm[]) {
  let state = start;
  const take = ({ state: next, change }: Step): void => {
    state = next;
    if (change?.to === 'open')
      found.push({
        from: change.ts,
        to: null,
        value: change.value,
        source: rule.variableName || rule.deviceName,
      });
    else if (change) found.at(-1)!.to = change.ts;
  };
  return {
    point(point: { sn: string; ts: number; value: PointValue }): PointValue {
      for (const step of replayPoint(rule, state, point)) take(step);
      return rule.condition.kind === 'expression' ? state.lastValue : point.value;
    },
    end(at: number): void {
      take(tickRule(rule, state, at));
    },
  };
}

/** Returns what was measured, and what follows from it, oldest first. */
async function pointsPast(
  trx: Trx,
  tenantId: number,
  measured: readonly WatchedVariable[],
  calculated: readonly Calculated[],
  window: { from: number; to: number },
): Promise<Point[]> {
  const points = await allPoints(trx, tenantId, measured, window);
  if (calculated.length === 0) return points;
  for (const variable of calculated) points.push(...(await calculatedPoints(trx, variable, window)));
  return points.sort((a, b) => a.ts - b.ts);
}

/** Those that were up since a moment; what began before counts from then on. */
const alarmsWithin = (alarms: readonly TrialAlarm[], from: number): TrialAlarm[] =>
  alarms
    .filter(({ to }) => to === null || to > from)
    .map((alarm) => ({ ...alarm, from: Math.max(alarm.from, from) }));

async function tryPoints(
  { db, telemetry }: Parts,
  rule: PointRule,
  watched: readonly WatchedVariable[],
  { from, to, deadline }: TrialWindow,
): Promise<TrialFound> {
  const known = await telemetry.variables(
    rule.tenantId,
    watched.map(({ sn }) => sn),
  );
  const calculated = known.filter(isCalculated);
  await settleRollups(db, rule.tenantId, calculated, to);
  const alarms: TrialAlarm[] = [];
  const judged = judge(rule, startState(false), alarms);
  const slices = makeSlices(from, to, SLICES);
  let points = 0;
  let at = from - pastSpan(rule);
  const carried = await readSeedValues(db, (work) => db.tenant(rule.tenantId, work), known, at);
  for (const point of carried.points) judged.point(point);
  for (; at < to && Date.now() < deadline; at = Math.min(at + CHUNK_MS, to)) {
    const window = { from: at, to: Math.min(at + CHUNK_MS, to) };
    const found = await db.tenant(rule.tenantId, (trx) =>
      pointsPast(trx, rule.tenantId, watched, calculated, window),
    );
    for (const point of found) {
      const value = valueNumber(judged.point(point));
      if (point.ts < from) continue;
      points += 1;
      if (value !== null) addSlices(slices, point.ts, value);
    }
  }
  judged.end(at);
  return {
    alarms: alarmsWithin(alarms, from),
    series: slicesPoints(slices),
    points,
    to: Math.max(at, from),
  };
}

function limitsOf({ condition }: Rule): number[] {
  if (condition.kind === 'threshold') return [condition.threshold];
  return condition.kind === 'range' ? [condition.low, condition.high] : [];
}

const iso = (at: number): string => new Date(at).toISOString();

interface TrialWish {
  days: number;
  /** Epoch milliseconds. */
  now: number;
  /** Throws unless the asker may read what was measured of these variables, or of this device. */
  check(read: { variableSns: readonly string[]; deviceSn: string | null }): Promise<void>;
}

/** Throws what saving the rule would refuse. */
export async function tryRule(
  parts: Parts,
  tenantId: number,
  tried: Tried,
  { days, now, check }: TrialWish,
): Promise<Trial> {
  const { db } = parts;
  const { rule, watched } = await db.tenant(tenantId, (trx) => readRule(trx, tenantId, tried));
  await check({ variableSns: watched.map(({ sn }) => sn), deviceSn: tried.deviceSn ?? null });
  const window = { from: now - days * DAY_MS, to: now, deadline: Date.now() + PATIENCE_MS };
  const { condition } = rule;
  const found =
    condition.kind === 'noData'
      ? await trySilence(db, rule as Rule<NoDataCondition>, window)
      : await tryPoints(parts, rule as PointRule, watched, window);
  const { alarms, series, points, to } = found;
  const seconds = alarms.reduce((sum, one) => sum + ((one.to ?? to) - one.from) / 1000, 0);
  return {
    from: iso(window.from),
    to: iso(to),
    complete: to >= now,
    points,
    total: alarms.length,
    seconds: Math.round(seconds),
    alarms: alarms
      .toSorted((a, b) => b.from - a.from)
      .slice(0, MAX_LISTED)
      .map((one) => ({
        from: iso(one.from),
        to: one.to === null ? null : iso(one.to),
        value: valueText(one.value, rule) || null,
        source: one.source,
      })),
    series,
    limits: limitsOf(rule),
    unit: condition.kind === 'expression' ? '' : rule.unit,
    decimals: rule.decimals,
    zone: rule.zone,
  };
}
