/** A trial finds where devices, variables and a whole site were silent in the past, by the times of their points. */

import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { DEFAULT_OFFLINE_AFTER } from '../telemetry/catalog/variableRows.ts';
import { askPoints } from '../telemetry/read/pointsSql.ts';
import { CHUNK_MS, type TrialAlarm, type TrialFound, type TrialWindow } from './trialFound.ts';
import type { NoDataCondition, Rule } from './types.ts';
import { coverHours, turnHours } from './weeklyHours.ts';

interface Source {
  sn: string;
  name: string;
  /** With the delay of the rule. */
  limitMs: number;
  variables: number[];
}

/**
 * Reads the sources that a rule looks at: a variable, a device, or each device of the station; nothing that is
 * calculated is heard.
 */
async function readSources(db: Database, rule: Rule<NoDataCondition>): Promise<Source[]> {
  const { tenantId, condition, delayMs, variableSn, deviceSn, stationSn } = rule;
  const rows = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', 'd.sn', 'v.deviceSn')
      .select(['v.id', 'd.sn', 'd.name', 'd.offlineAfter'])
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
  }));
}

/** Times at which anything of these variables was measured, to the second. */
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
          ${askPoints({ tenant: tenantId, variable: sql.raw('v.id'), lower: from, upper: to })} p
        union all
        select t.ts from text_point t
         where t.tenant_id = ${tenantId} and t.variable_id = any(${[...variables]}::int4[])
           and t.ts >= ${from} and t.ts < ${to}) found
       order by ts`.execute(trx),
  );
  return rows.map(({ ts }) => ts);
}

/** The silences between times that are further apart than the limit, from when each was due; pure. */
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

/** A silence of a device that belongs to one of the whole site raises nothing of its own. */
export function gapsOwn(ownGaps: readonly Gap[], site: readonly Gap[], limitMs: number): Gap[] {
  const end = ({ to }: Gap): number => to ?? Number.POSITIVE_INFINITY;
  return ownGaps.filter(
    (gap) => !site.some((wide) => gap.from >= wide.from - limitMs && end(gap) <= end(wide) + limitMs),
  );
}

/** Returns what a rule says of a silence that was looked at until `at`: nothing before its hours begin; pure. */
export function gapSaid(gap: Gap, { hours, zone }: Pick<Rule, 'hours' | 'zone'>, until: number): Gap[] {
  if (hours === null || coverHours(hours, zone, gap.from)) return [gap];
  const from = turnHours(hours, zone, gap.from);
  return from < (gap.to ?? until) ? [{ ...gap, from }] : [];
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
  const window = { from, to: start };
  const isWide = rule.condition.scope === 'station' && sources.length > 0;
  const all = isWide ? [...new Set([...times.values()].flat())].sort((a, b) => a - b) : [];
  const longest = Math.max(0, ...sources.map(({ limitMs }) => limitMs));
  const site = isWide ? findGaps(all, longest, window) : [];
  const said = (gap: Gap, source: string): TrialAlarm[] =>
    gapSaid(gap, rule, start).map((gap) => ({ ...gap, value: null, source }));
  const alarms = [
    ...site.flatMap((gap) => said(gap, rule.stationName)),
    ...sources.flatMap(({ sn, name, limitMs }) =>
      gapsOwn(findGaps(times.get(sn) ?? [], limitMs, window), site, longest).flatMap((gap) =>
        said(gap, name),
      ),
    ),
  ];
  return { alarms, series: [], points, to: start };
}
