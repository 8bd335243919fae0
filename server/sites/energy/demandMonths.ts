/** Reads the demand of a station's months. Uses stored months if possible, and otherwise computes them from points. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { startDate, startUnit } from '../../../runtime/core/time/timeWindow.ts';
import type { ScopedDatabase, ScopedTrx } from '../../platform/db/index.ts';
import type { DemandMonth } from '../../platform/db/tables/jsonShapes.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { judgeMonth } from './demand.ts';
import { QUARTER_MS, type QuarterWindow, readQuarters, SLACK_MS } from './quarters.ts';
import { monthDays } from './settle.ts';
import { NO_ROLLUPS, readStamps, settingsOfVariable } from './stamps.ts';

export const DEMAND_ROLES = ['gridImport', 'gridExport', 'charge', 'discharge'] as const;
export type DemandRole = (typeof DEMAND_ROLES)[number];

/** The meters of a station by their roles. */
export interface DemandMeters {
  tenantId: number;
  stationSn: string;
  zone: string;
  byRole: Readonly<Record<DemandRole, readonly TelemetryVariable[]>>;
}

export const metersByRole = (
  ofRole: (role: DemandRole) => readonly TelemetryVariable[],
): DemandMeters['byRole'] => ({
  ...{ gridImport: ofRole('gridImport'), gridExport: ofRole('gridExport') },
  ...{ charge: ofRole('charge'), discharge: ofRole('discharge') },
});

const MONTH_LENGTH = 'YYYY-MM'.length;

/** Returns the first day of an earlier month, counted back from the month of a day. */
export function monthBefore(day: string, back: number): string {
  const first = new Date(`${day.slice(0, MONTH_LENGTH)}-01`);
  first.setUTCMonth(first.getUTCMonth() - back);
  return first.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns the quarter hours of a month whose readings have arrived. */
export function windowOfMonth(month: string, zone: string, now: number): QuarterWindow & { isOver: boolean } {
  const { first, end } = monthDays(month.slice(0, MONTH_LENGTH));
  const [from, whole] = [startDate(first, zone), startDate(end, zone)];
  const passed = Math.floor((now - SLACK_MS) / QUARTER_MS) * QUARTER_MS;
  return { from, to: Math.max(from, Math.min(whole, passed)), isOver: passed >= whole };
}

/** Computes the demand of a month from its points. */
export async function countMonth(
  trx: ScopedTrx,
  { tenantId, zone, byRole }: DemandMeters,
  month: string,
  now: number,
): Promise<DemandMonth> {
  const { isOver: _, ...window } = windowOfMonth(month, zone, now);
  const read = (role: DemandRole) => readQuarters(trx, tenantId, byRole[role], window);
  const optional = async (role: DemandRole) => (byRole[role].length === 0 ? null : read(role));
  return judgeMonth(month, window.from, {
    imported: await read('gridImport'),
    exported: await optional('gridExport'),
    charged: await optional('charge'),
    discharged: await optional('discharge'),
  });
}

/**
 * Returns a hash of the station's meter settings. Null if a meter uses another time zone. Its months are then not
 * stored.
 */
export function settingsOfMeters({ zone, byRole }: DemandMeters): string | null {
  const own = DEMAND_ROLES.map((role) => byRole[role]);
  if (own.flat().some((variable) => variable.zone !== zone)) return null;
  const parts = [zone, own.map((variables) => variables.map(settingsOfVariable))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Reads the stamps of a station's months from `first` on. A month without roll-ups has no stamp. */
export async function stampsOf(
  trx: ScopedTrx,
  { tenantId, stationSn, zone, byRole }: DemandMeters,
  { first, now }: { first: string; now: number },
): Promise<Map<string, string>> {
  const begin = startDate(monthDays(first.slice(0, MONTH_LENGTH)).first, zone);
  const meters = DEMAND_ROLES.flatMap((role) => byRole[role]).map((variable) => ({
    ...{ stationSn, zone, inputs: variable.calculation?.inputs ?? [variable] },
  }));
  const month = startUnit(now, 'month', zone);
  const stamps = await readStamps(trx, tenantId, meters, () => ({ first: begin, month, day: month }));
  return new Map(stamps.map((one) => [one.month, one.stamp]));
}

export interface StoredMonth {
  month: string;
  settings: string;
  stamp: string;
  judged: DemandMonth;
}

export const readStored = (
  trx: ScopedTrx,
  { tenantId, stationSn }: DemandMeters,
  months: readonly string[],
): Promise<StoredMonth[]> =>
  sql<StoredMonth>`
    select month::text, settings, stamp::text, judged from demand_kept
     where tenant_id = ${tenantId} and station_sn = ${stationSn} and month = any(${[...months]}::date[])`
    .execute(trx)
    .then(({ rows }) => rows);

const MAX_RUNNING = 500;
const memories = new WeakMap<ScopedDatabase, LRUCache<string, DemandMonth>>();

/** Computes the current month once per quarter hour, because the result changes only then. */
async function runningMonth(
  db: ScopedDatabase,
  key: string,
  count: () => Promise<DemandMonth>,
): Promise<DemandMonth> {
  const memory = memories.get(db) ?? new LRUCache<string, DemandMonth>({ max: MAX_RUNNING });
  memories.set(db, memory);
  const found = memory.get(key) ?? (await count());
  memory.set(key, found);
  return found;
}

/** Returns the demand of the months, in the same order. */
export async function readDemandMonths(
  db: ScopedDatabase,
  meters: DemandMeters,
  months: readonly string[],
  now = Date.now(),
): Promise<DemandMonth[]> {
  const { tenantId, stationSn, zone } = meters;
  const settings = settingsOfMeters(meters);
  const { kept, stamps } = await db.tenant(tenantId, async (trx) => {
    const lines = settings === null ? [] : await readStored(trx, meters, months);
    const first = months.toSorted()[0]!;
    return { kept: lines, stamps: lines.length === 0 ? null : await stampsOf(trx, meters, { first, now }) };
  });
  const found: DemandMonth[] = [];
  for (const month of months) {
    const count = () => db.tenant(tenantId, (trx) => countMonth(trx, meters, month, now));
    const { isOver, to } = windowOfMonth(month, zone, now);
    const one = kept.find((line) => line.month === month && line.settings === settings);
    if (one && one.stamp === (stamps?.get(month) ?? NO_ROLLUPS)) found.push(one.judged);
    else if (isOver || settings === null) found.push(await count());
    else found.push(await runningMonth(db, [tenantId, stationSn, settings, month, to].join(' '), count));
  }
  return found;
}
