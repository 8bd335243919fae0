/**
 * Runs a trial of a silence rule: finds past silences of devices, variables and a station from the times of their
 * points.
 */

import { sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { DEFAULT_OFFLINE_AFTER } from '../../telemetry/catalog/variableRows.ts';
import { selectPoints } from '../../telemetry/read/pointsSql.ts';
import { CHUNK_MS, type TrialAlarm, type TrialFound, type TrialWindow } from '../trialFound.ts';
import type { NoDataCondition, Rule } from '../types.ts';
import { coverHours, turnHours } from '../weeklyHours.ts';
import { type ChannelName, channelsOf } from './silenceChannels.ts';

interface Source {
  sn: string;
  name: string;
  /** In milliseconds, including the delay of the rule. */
  limitMs: number;
  variables: number[];
  channel: ChannelName | null;
}

/**
 * Reads the sources of a rule: a variable, a device, or all devices of the station. Calculated variables are left out.
 */
async function readSources(db: Database, rule: Rule<NoDataCondition>): Promise<Source[]> {
  const { tenantId, condition, delayMs, variableSn, deviceSn, stationSn } = rule;
  const rows = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', 'd.sn', 'v.deviceSn')
      .leftJoin('channel as c', (join) =>
        join.onRef('c.sn', '=', 'd.channelSn').on('c.enabled', 'is not', false),
      )
      .select(['v.id', 'd.sn', 'd.name', 'd.offlineAfter', 'c.sn as channelSn', 'c.name as channelName'])
      .where('d.enabled', 'is not', false)
      .where('v.formula', 'is', null)
      .where((eb) =>
        condition.scope === 'station'
          ? eb('d.stationSn', '=', stationSn)
          : condition.scope === 'device'
            ? eb('d.sn', '=', deviceSn)
            : eb('v.sn', '=', variableSn),
      )
      .execute(),
  );
  return [...Map.groupBy(rows, ({ sn }) => sn)].map(([sn, deviceRows]) => ({
    sn,
    name: condition.scope === 'variable' ? rule.variableName : (deviceRows[0]?.name ?? sn),
    limitMs: (condition.silentMs ?? (deviceRows[0]?.offlineAfter ?? DEFAULT_OFFLINE_AFTER) * 1000) + delayMs,
    variables: deviceRows.map(({ id }) => id),
    channel: channelOf(deviceRows[0]),
  }));
}

const channelOf = (row?: { channelSn: string | null; channelName: string | null }): ChannelName | null =>
  row?.channelSn ? { sn: row.channelSn, name: row.channelName ?? row.channelSn } : null;

/** Reads the times at which any of these variables was measured, to the second. */
async function readTimes(
  db: Database,
  tenantId: number,
  variables: readonly number[],
  window: { from: number; to: number },
): Promise<number[]> {
  const [from, to] = [window.from, window.to].map((moment) => new Date(moment).toISOString());
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ ts: number }>`
      select distinct (floor(extract(epoch from found.ts)) * 1000)::float8 as ts from (
        select p.ts from unnest(${[...variables]}::int4[]) as v(id), 
          ${selectPoints({ tenant: tenantId, variable: sql.raw('v.id'), lower: from, upper: to })} p
        union all
        select t.ts from text_point t
         where t.tenant_id = ${tenantId} and t.variable_id = any(${[...variables]}::int4[])
           and t.ts >= ${from} and t.ts < ${to}) found
       order by ts`.execute(trx),
  );
  return rows.map(({ ts }) => ts);
}

/**
 * Returns the gaps between times that exceed the limit. A gap starts when the next point was due. `to` is
 * null for a gap that has not ended. Pure.
 */
export function findGaps(
  times: readonly number[],
  limitMs: number,
  { from, to }: { from: number; to: number },
): { from: number; to: number | null }[] {
  const gaps: { from: number; to: number | null }[] = [];
  let last = from;
  for (const ts of times) {
    if (ts - last > limitMs) gaps.push({ from: last + limitMs, to: ts });
    last = Math.max(last, ts);
  }
  if (to - last > limitMs) gaps.push({ from: last + limitMs, to: null });
  return gaps;
}

type Gap = ReturnType<typeof findGaps>[number];

/**
 * Returns the silences of a device that raise their own alarm. Silences within one of the station or channel raise
 * none.
 */
export function gapsOwn(ownGaps: readonly Gap[], site: readonly Gap[], limitMs: number): Gap[] {
  const end = ({ to }: Gap): number => to ?? Number.POSITIVE_INFINITY;
  return ownGaps.filter(
    (gap) => !site.some((wide) => gap.from >= wide.from - limitMs && end(gap) <= end(wide) + limitMs),
  );
}

/** Returns the parts of a silence within the hours of a rule, evaluated up to `until`. Pure. */
export function allowGap(gap: Gap, { hours, zone }: Pick<Rule, 'hours' | 'zone'>, until: number): Gap[] {
  if (hours === null || coverHours(hours, zone, gap.from)) return [gap];
  const from = turnHours(hours, zone, gap.from);
  return from < (gap.to ?? until) ? [{ ...gap, from }] : [];
}

/** Returns the silences of the station, its channels and its devices. Each suppresses silences of lower levels. */
function silencesOf(
  rule: Rule<NoDataCondition>,
  sources: readonly Source[],
  times: ReadonlyMap<string, readonly number[]>,
  window: { from: number; to: number },
): TrialAlarm[] {
  const alarmsOf = (gap: Gap, source: string): TrialAlarm[] =>
    allowGap(gap, rule, window.to).map((one) => ({ ...one, value: null, source }));
  const longestOf = (group: readonly Source[]) => Math.max(0, ...group.map(({ limitMs }) => limitMs));
  const together = (group: readonly Source[]): Gap[] => {
    const all = [...new Set(group.flatMap(({ sn }) => times.get(sn) ?? []))].sort((a, b) => a - b);
    return findGaps(all, longestOf(group), window);
  };
  const isWide = rule.condition.scope === 'station' && sources.length > 0;
  const longest = longestOf(sources);
  const site = isWide ? together(sources) : [];
  const channels = (isWide ? channelsOf(sources) : []).map(({ channel, devices }) => ({
    channel,
    gaps: gapsOwn(together(devices), site, longest),
  }));
  const above = (source: Source): Gap[] =>
    channels.flatMap(({ channel, gaps }) => (channel.sn === source.channel?.sn ? gaps : []));
  return [
    ...site.flatMap((gap) => alarmsOf(gap, rule.stationName)),
    ...channels.flatMap(({ channel, gaps }) => gaps.flatMap((gap) => alarmsOf(gap, channel.name))),
    ...sources.flatMap((source) => {
      const gaps = findGaps(times.get(source.sn) ?? [], source.limitMs, window);
      return gapsOwn(gaps, [...site, ...above(source)], longest).flatMap((gap) => alarmsOf(gap, source.name));
    }),
  ];
}

export async function trySilence(
  db: Database,
  rule: Rule<NoDataCondition>,
  { from, to, deadline }: TrialWindow,
): Promise<TrialFound> {
  const sources = await readSources(db, rule);
  const times = new Map(sources.map(({ sn }) => [sn, [] as number[]]));
  let points = 0;
  let start = from;
  for (; start < to && Date.now() < deadline; start = Math.min(start + CHUNK_MS, to)) {
    const window = { from: start, to: Math.min(start + CHUNK_MS, to) };
    for (const { sn, variables } of sources) {
      const pointTimes = await readTimes(db, rule.tenantId, variables, window);
      points += pointTimes.length;
      times.get(sn)?.push(...pointTimes);
    }
  }
  const alarms = silencesOf(rule, sources, times, { from, to: start });
  return { alarms, series: [], points, to: start };
}
