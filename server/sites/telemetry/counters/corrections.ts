/**
 * Applies users' decisions about counter falls to the points. A decision is stored in the database until it is applied.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { selectPoints } from '../read/pointsSql.ts';
import type { ReadyPoint, TelemetryVariable } from '../types.ts';
import { BAD, JUDGED } from '../write/batch.ts';
import type { Correction } from './decisions.ts';
import type { Look } from './watch.ts';

interface Waiting extends Correction {
  tenantId: number;
  id: number;
  sn: string;
  decidedAt: string;
}

export interface CorrectionParts {
  db: Database;
  telemetry: {
    variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
    store(points: readonly ReadyPoint[], options: { waits: boolean; quiet: boolean }): Promise<unknown>;
  };
}

/** Stores corrections. Must be called in the transaction of the decision. */
export async function addCorrections(
  trx: Trx,
  tenantId: number,
  variableSn: string,
  corrections: readonly Correction[],
): Promise<void> {
  const rows = corrections.map(({ lower, upper, quality, value }) => ({
    ...{ tenantId, variableSn, quality, value: value ?? null },
    ...{ lower: new Date(lower).toISOString(), upper: new Date(upper).toISOString() },
  }));
  await trx.insertInto('counterCorrection').values(rows).execute();
}

async function readWaiting(db: Database, most: number): Promise<Waiting[]> {
  const { rows } = await db.system((trx) =>
    sql<Omit<Waiting, 'value'> & { value: number | null }>`
      select tenant_id as "tenantId", id, variable_sn as sn, quality, value, decided_at::text as "decidedAt",
          (extract(epoch from lower) * 1000)::float8 as lower, (extract(epoch from upper) * 1000)::float8 as upper
        from counter_correction order by tenant_id, id limit ${most}`.execute(trx),
  );
  return rows.map(({ value, ...row }) => (value === null ? row : { ...row, value }));
}

/**
 * Reads the points of a span without the required quality. Judged points become good, and good points become judged.
 */
async function readSpan(
  db: Database,
  variable: TelemetryVariable,
  { lower, upper, quality }: Correction,
): Promise<ReadyPoint[]> {
  const points = selectPoints({
    tenant: variable.tenantId,
    variable: variable.id,
    lower: sql`to_timestamp(${lower / 1000})`,
    upper: sql`to_timestamp(${(upper + 1) / 1000})`,
  });
  const which = quality === JUDGED ? sql`p.quality < ${BAD}` : sql`p.quality = ${JUDGED}`;
  const { rows } = await db.tenant(variable.tenantId, (trx) =>
    sql<{ ts: number; value: number }>`
      select (extract(epoch from p.ts) * 1000)::float8 as ts, p.value from ${points} as p where ${which}
       order by p.ts`.execute(trx),
  );
  return rows.map(({ ts, value }) => ({ variable, ts: Math.round(ts), value, quality }));
}

/**
 * Applies the decision about a counter in one step. The end of one meter and the start of the next are written
 * together.
 */
async function correct({ db, telemetry }: CorrectionParts, waiting: readonly Waiting[]): Promise<void> {
  const { tenantId, sn } = waiting[0]!;
  const [variable] = await telemetry.variables(tenantId, [sn]);
  if (!variable) return;
  const points: ReadyPoint[] = [];
  for (const { value, ...span } of waiting)
    if (value === undefined) points.push(...(await readSpan(db, variable, span)));
    else points.push({ variable, ts: span.lower, value, quality: span.quality });
  if (points.length > 0) await telemetry.store(points, { waits: true, quiet: true });
}

/** Applies pending decisions. Returns the spans to judge again. */
export async function runCorrections(parts: CorrectionParts, most: number): Promise<Look[]> {
  const waiting = await readWaiting(parts.db, most);
  const looks: Look[] = [];
  for (const of of Map.groupBy(
    waiting,
    ({ tenantId, sn, decidedAt }) => `${tenantId} ${sn} ${decidedAt}`,
  ).values()) {
    await correct(parts, of);
    const { tenantId, sn } = of[0]!;
    const ids = of.map(({ id }) => id);
    await parts.db.system((trx) =>
      sql`delete from counter_correction where tenant_id = ${tenantId} and id = any(${ids}::int8[])`.execute(
        trx,
      ),
    );
    const from = Math.min(...of.map(({ lower }) => lower));
    looks.push({ tenantId, sn, from, to: Math.max(...of.map(({ upper }) => upper)) });
  }
  return looks;
}
