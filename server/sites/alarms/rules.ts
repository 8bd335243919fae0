/** Reads the current rules from the database. */
import { sql } from 'kysely';
import { isFormulaProblem, parseFormula } from '../../../runtime/core/formula/index.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { DataType } from '../telemetry/types.ts';
import { statesValues } from './kinds/state.ts';
import { channelSource } from './silence/silenceChannels.ts';
import type { Condition, Operator, PointValue, Rule, StateName } from './types.ts';
import { makeHours } from './weeklyHours.ts';

/** The newest value of a variable. */
export interface Newest {
  id: number;
  sn: string;
  ts: number;
  value: PointValue;
  /** The time of arrival by the clock of the database, in epoch milliseconds. */
  receivedAt: number;
}

/** An alarm that has not recovered. */
export interface Up {
  source: string;
  /** Start in epoch milliseconds. */
  since: number;
}

export interface LoadedRule {
  rule: Rule;
  /** The sources for which the rule may raise alarms. Alarms of other sources have no rule any more. */
  sources: readonly string[];
  /** Its alarms that have not recovered: open, suppressed or confirmed. */
  up: readonly Up[];
  /** Newest values of the watched variables. */
  newest: readonly Newest[];
  /** The version of its record. */
  version: number;
  /** Time of the last save, epoch milliseconds. */
  savedAt: number;
}

/** A rule as in a record, saved or unsaved. */
export interface RuleRow {
  kind: string | null;
  scope: string | null;
  formula: string | null;
  operator: string | null;
  threshold: number | null;
  low: number | null;
  high: number | null;
  side: string | null;
  change: number | null;
  direction: string | null;
  changeMinutes: number | null;
  silentSeconds: number | null;
  stateValues: string | null;
  hysteresis: number | null;
}

const MINUTE_MS = 60_000;

/** Returns null if the record is incomplete (the form refuses that) or its formula is not valid. */
export function makeCondition(
  row: RuleRow,
  { names, dataType }: { names: readonly StateName[]; dataType: DataType | null },
): Condition | null {
  const hysteresis = row.hysteresis ?? 0;
  switch (row.kind ?? 'threshold') {
    case 'threshold': {
      const { threshold, operator } = row;
      if (threshold === null) return null;
      return { kind: 'threshold', operator: (operator ?? '>') as Operator, threshold, hysteresis };
    }
    case 'range': {
      const { low, high, side } = row;
      if (low === null || high === null) return null;
      return { kind: 'range', low, high, side: side === 'inside' ? 'inside' : 'outside', hysteresis };
    }
    case 'rate': {
      const { change, changeMinutes, direction } = row;
      if (change === null || changeMinutes === null) return null;
      const way = direction === 'up' || direction === 'down' ? direction : 'any';
      return { kind: 'rate', change, direction: way, windowMs: changeMinutes * MINUTE_MS };
    }
    case 'state': {
      const values = statesValues(row.stateValues ?? '', dataType, names);
      return values.length === 0 ? null : { kind: 'state', values, names };
    }
    case 'expression': {
      const formula = parseFormula(row.formula ?? '');
      return isFormulaProblem(formula) ? null : { kind: 'expression', formula };
    }
    case 'noData': {
      const scope = row.scope === 'device' || row.scope === 'station' ? row.scope : 'variable';
      const silentMs = row.silentSeconds === null ? null : row.silentSeconds * 1000;
      return { kind: 'noData', scope, silentMs };
    }
    default:
      return null;
  }
}

export function watchesOf(condition: Condition, variableSn: string): readonly string[] {
  if (condition.kind === 'expression') return condition.formula.variables;
  return condition.kind === 'noData' ? [] : [variableSn];
}

/** Selects the rules with their sources. Rules with a disabled variable or device are left out. */
export const ruleRows = (trx: Trx) =>
  trx
    .selectFrom('alarmGenerater as g')
    .innerJoin('station as s', (join) =>
      join.onRef('s.tenantId', '=', 'g.tenantId').onRef('s.sn', '=', 'g.stationSn'),
    )
    .leftJoin('deviceVariable as v', (join) =>
      join.onRef('v.tenantId', '=', 'g.tenantId').onRef('v.sn', '=', 'g.variableSn'),
    )
    .leftJoin('device as d', (join) =>
      join
        .onRef('d.tenantId', '=', 'g.tenantId')
        .on(({ eb, ref }) => eb('d.sn', '=', eb.fn.coalesce(ref('v.deviceSn'), ref('g.deviceSn')))),
    )
    .selectAll('g')
    .select([
      's.name as stationName',
      's.timeZone as zone',
      'd.sn as ofDevice',
      'd.name as deviceName',
      'v.name as variableName',
      'v.unit',
      'v.decimals',
      'v.states',
      'v.dataType',
      'v.formula as variableFormula',
    ]);

/** A row with all data of a rule: its record, station, variable and device. */
interface WholeRow extends RuleRow {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  stationName: string;
  zone: string;
  ofDevice: string | null;
  deviceName: string | null;
  variableSn: string | null;
  variableName: string | null;
  unit: string | null;
  decimals: number | null;
  states: unknown;
  dataType: string | null;
  /** The formula of a calculated variable. */
  variableFormula: string | null;
  level: string;
  info: string | null;
  delaySeconds: number | null;
  clearSeconds: number | null;
  weekdays: unknown;
  fromTime: string | null;
  toTime: string | null;
}

function isConditionPassing(condition: Condition): boolean {
  const { kind } = condition;
  return kind === 'state' || ((kind === 'threshold' || kind === 'range') && condition.hysteresis === 0);
}

/**
 * Returns null if the record is incomplete, or if the variable is calculated by now, because it never sends
 * points.
 */
export function ruleOf(row: WholeRow): Rule | null {
  const condition = makeCondition(row, {
    names: (row.states ?? []) as StateName[],
    dataType: row.dataType as DataType | null,
  });
  const isCalculated = row.variableFormula !== null;
  if (!condition || (condition.kind === 'noData' && isCalculated)) return null;
  const hours = makeHours(row.weekdays as number[] | null, row.fromTime, row.toTime);
  const [delayMs, clearMs] = [(row.delaySeconds ?? 0) * 1000, (row.clearSeconds ?? 0) * 1000];
  const site = condition.kind === 'noData' && condition.scope === 'station';
  const single = condition.kind !== 'noData' || condition.scope === 'variable';
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    stationSn: row.stationSn,
    stationName: row.stationName,
    zone: row.zone,
    deviceSn: site ? '' : (row.ofDevice ?? ''),
    deviceName: site ? '' : (row.deviceName ?? ''),
    variableSn: single ? (row.variableSn ?? '') : '',
    variableName: single ? (row.variableName ?? '') : '',
    unit: row.unit ?? '',
    decimals: row.decimals ?? 2,
    level: row.level,
    info: row.info ?? '',
    condition,
    watches: watchesOf(condition, row.variableSn ?? ''),
    delayMs,
    clearMs,
    hours,
    passing: isConditionPassing(condition) && delayMs + clearMs === 0 && hours === null && !isCalculated,
  };
}

/**
 * Reads the newest values. They are updated in the transaction of the points, so they include all
 * acknowledged points.
 */
async function readNewestOf(
  trx: Trx,
  tenantId: number,
  variables: readonly { id: number; sn: string | null }[],
): Promise<[key: string, newest: Newest][]> {
  const sns = new Map(variables.map(({ id, sn }) => [id, sn]));
  const { rows } = await sql<Newest & { text: string | null }>`
    select variable_id as id, (extract(epoch from ts) * 1000)::float8 as ts, value, text,
        (extract(epoch from received_at) * 1000)::float8 as "receivedAt"
      from latest where tenant_id = ${tenantId} and variable_id = any(${[...sns.keys()]}::int4[])`.execute(
    trx,
  );
  return rows.map(({ text, value, ...row }) => {
    const sn = sns.get(row.id) ?? '';
    return [`${tenantId} ${sn}`, { ...row, sn, value: value ?? text }];
  });
}

/**
 * Reads the newest values of variables by tenant and id. Each tenant has its own query, because its data is on its own
 * node.
 */
async function readNewest(trx: Trx, tenantId: number | null, sns: readonly string[]) {
  const variables = await trx
    .selectFrom('deviceVariable')
    .select(['tenantId', 'id', 'sn'])
    .where(sql<boolean>`sn = any(${[...sns]}::text[])`)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId as number))
    .execute();
  const newest: [string, Newest][] = [];
  for (const [owner, tenantVariables] of Map.groupBy(variables, (variable) => variable.tenantId))
    newest.push(...(await readNewestOf(trx, owner, tenantVariables)));
  return new Map(newest);
}

interface Device {
  tenantId: number;
  sn: string;
  stationSn: string;
  channelSn: string | null;
}

function sourcesOf(
  { condition, stationSn, tenantId, deviceSn, variableSn }: Rule,
  devices: Map<string, Device[]>,
) {
  if (condition.kind !== 'noData' || condition.scope === 'variable') return [variableSn];
  if (condition.scope === 'device') return [deviceSn];
  const own = devices.get(`${tenantId} ${stationSn}`) ?? [];
  const channels = own.flatMap(({ channelSn }) => (channelSn === null ? [] : [channelSource(channelSn)]));
  return [stationSn, ...own.map(({ sn }) => sn), ...channels];
}

/** Returns the current rules of one tenant or of all: enabled, with an enabled variable and device. */
export async function loadRules(trx: Trx, tenantId: number | null): Promise<LoadedRule[]> {
  const rows = await ruleRows(trx)
    .where('g.enabled', 'is not', false)
    .where('v.enabled', 'is not', false)
    .where('d.enabled', 'is not', false)
    .where('d.alarmEnabled', 'is not', false)
    .$if(tenantId !== null, (query) => query.where('g.tenantId', '=', tenantId as number))
    .execute();
  const rules = rows.flatMap((row) => ruleOf(row) ?? []);
  const records = new Map(rows.map((row) => [`${row.tenantId} ${row.id}`, row]));
  const unrecovered = await trx
    .selectFrom('alarm')
    .select(['tenantId', 'generaterId', 'source', 'reportTime'])
    .where('recoverTime', 'is', null)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId as number))
    .execute();
  const upOf = Map.groupBy(unrecovered, (alarm) => `${alarm.tenantId} ${alarm.generaterId}`);
  const wide = rules.some(({ condition }) => condition.kind === 'noData' && condition.scope === 'station');
  const devices = wide ? await readDevices(trx, tenantId) : new Map<string, Device[]>();
  const newest = await readNewest(trx, tenantId, [...new Set(rules.flatMap(({ watches }) => watches))]);
  return rules.map((rule) => {
    const { version = 0, updatedAt = '' } = records.get(`${rule.tenantId} ${rule.id}`) ?? {};
    return {
      rule,
      sources: sourcesOf(rule, devices),
      up: (upOf.get(`${rule.tenantId} ${rule.id}`) ?? []).map(({ source, reportTime }) => ({
        source,
        since: Date.parse(reportTime),
      })),
      newest: rule.watches.flatMap((sn) => newest.get(`${rule.tenantId} ${sn}`) ?? []),
      version,
      savedAt: Date.parse(updatedAt),
    };
  });
}

/** Returns the devices whose alarms are enabled, by tenant and station. */
async function readDevices(trx: Trx, tenantId: number | null): Promise<Map<string, Device[]>> {
  const devices = await trx
    .selectFrom('device')
    .select(['tenantId', 'sn', 'stationSn', 'channelSn'])
    .where('enabled', 'is not', false)
    .where('alarmEnabled', 'is not', false)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId as number))
    .execute();
  return Map.groupBy(devices, (device) => `${device.tenantId} ${device.stationSn}`);
}

/** Returns whether both rules evaluate values in the same way. */
export function ruleSameCondition(first: Rule, other: Rule): boolean {
  const judged = ({ condition, variableSn, deviceSn, delayMs, clearMs, hours, zone }: Rule) =>
    JSON.stringify([condition, variableSn, deviceSn, delayMs, clearMs, hours, zone]);
  return judged(first) === judged(other);
}
