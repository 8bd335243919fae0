/**
 * Runs a trial: evaluates measured values like the server and returns the alarms that a rule would have raised. Nothing
 * is stored.
 */
import type { components } from '../../../generated/api.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { makeCourse } from './course/course.ts';
import { pastSpan, readPast } from './course/pastPoints.ts';
import { type PointRule, type RuleState, startState, stepRule } from './evaluate.ts';
import { completeRule } from './hooks.ts';
import { judgePoints } from './judgePoints.ts';
import { valueNumber } from './kinds/numericValue.ts';
import { type RuleRow, ruleOf } from './rules.ts';
import { trySilence } from './silence/silenceTrial.ts';
import { addSlices, makeSlices, slicesPoints } from './slices.ts';
import { valueText } from './text.ts';
import { CHUNK_MS, type TrialAlarm, type TrialFound, type TrialWindow } from './trialFound.ts';
import type { Change, NoDataCondition, Point, Rule } from './types.ts';

export type Trial = components['schemas']['AlarmTrial'];
type Tried = components['schemas']['AlarmRuleTried'];

export interface Parts {
  db: Database;
  telemetry: Pick<Telemetry, 'variables'>;
}

const DAY_MS = 86_400_000;
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

/** Parses the rule of the form and validates it like a saved rule. */
async function readRule(trx: Trx, tenantId: number, tried: Tried): Promise<Rule> {
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
  return rule;
}

/**
 * Returns the alarms that result from changes, oldest first. An alarm that started before `from` starts at
 * `from`.
 */
function pairAlarms(
  changes: readonly Change[],
  { variableName, deviceName }: Rule,
  from: number,
): TrialAlarm[] {
  const source = variableName || deviceName;
  const alarms = changes.flatMap(({ to, ts, value }, no) =>
    to === 'open' ? [{ from: ts, to: changes[no + 1]?.ts ?? null, value, source }] : [],
  );
  return alarms
    .filter(({ to }) => to === null || to > from)
    .map((alarm) => ({ ...alarm, from: Math.max(alarm.from, from) }));
}

async function tryPoints(
  { db, telemetry }: Parts,
  rule: PointRule,
  { from, to, deadline }: TrialWindow,
): Promise<TrialFound> {
  const course = makeCourse(rule, await telemetry.variables(rule.tenantId, rule.watches));
  const source = { db, read: <T>(work: (trx: Trx) => Promise<T>) => db.tenant(rule.tenantId, work) };
  const past = { from: from - pastSpan(rule), to, chunkMs: CHUNK_MS };
  const slices = makeSlices(from, to, SLICES);
  const changes: Change[] = [];
  let state = startState(false);
  let points = 0;
  let moment = past.from;
  const onPoint = (point: Point, { lastValue }: RuleState): void => {
    if (point.ts < from) return;
    points += 1;
    const value = valueNumber(rule.condition.kind === 'expression' ? lastValue : point.value);
    if (value !== null) addSlices(slices, point.ts, value);
  };
  for await (const part of readPast(source, course, past)) {
    const step = judgePoints(rule, state, part.points, { onPoint });
    state = step.state;
    changes.push(...step.changes);
    moment = part.to;
    if (Date.now() >= deadline) break;
  }
  changes.push(...stepRule(rule, state, { type: 'clock', now: moment }).changes);
  return {
    alarms: pairAlarms(changes, rule, from),
    series: slicesPoints(slices),
    points,
    to: Math.max(moment, from),
  };
}

function limitsOf({ condition }: Rule): number[] {
  if (condition.kind === 'threshold') return [condition.threshold];
  return condition.kind === 'range' ? [condition.low, condition.high] : [];
}

const iso = (moment: number): string => new Date(moment).toISOString();

interface TrialWish {
  days: number;
  /** Epoch milliseconds. */
  now: number;
  /** Throws unless the caller may read the points of these variables, or of this device. */
  check(read: { variableSns: readonly string[]; deviceSn: string | null }): Promise<void>;
}

/** Runs the trial of a rule. Throws the errors that saving the rule would throw. */
export async function tryRule(
  parts: Parts,
  tenantId: number,
  tried: Tried,
  { days, now, check }: TrialWish,
): Promise<Trial> {
  const { db } = parts;
  const rule = await db.tenant(tenantId, (trx) => readRule(trx, tenantId, tried));
  await check({ variableSns: rule.watches, deviceSn: tried.deviceSn ?? null });
  const window = { from: now - days * DAY_MS, to: now, deadline: Date.now() + PATIENCE_MS };
  const { condition } = rule;
  const findings =
    condition.kind === 'noData'
      ? await trySilence(db, rule as Rule<NoDataCondition>, window)
      : await tryPoints(parts, rule as PointRule, window);
  const { alarms, series, points, to } = findings;
  const seconds = alarms.reduce((sum, alarm) => sum + ((alarm.to ?? to) - alarm.from) / 1000, 0);
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
      .map((alarm) => ({
        from: iso(alarm.from),
        to: alarm.to === null ? null : iso(alarm.to),
        value: valueText(alarm.value, rule) || null,
        source: alarm.source,
      })),
    series,
    limits: limitsOf(rule),
    unit: condition.kind === 'expression' ? '' : rule.unit,
    decimals: rule.decimals,
    zone: rule.zone,
  };
}
