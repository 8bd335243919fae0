/** The stored means of ten minutes, read at the time of the test. */
import { sql } from 'kysely';
import { storeQualityMeans } from '../../../server/sites/quality/storeRowMeans.ts';
import { readMeans } from '../../../server/sites/telemetry/read/tenMinutes.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db' | 'services'> };

/** Returns the means of one variable as they are known at `now`. */
export async function meansAt(
  { app: { db, services } }: Inside,
  { tenantId, sn, from, now }: { tenantId: number; sn: string; from: number; now: number },
): Promise<number[]> {
  const variables = await services.telemetry.variables(tenantId, [sn]);
  const { series } = await readMeans(db, { tenantId, variables, from, to: now }, now);
  return [...series[0]!];
}

/** Replaces stored means by a value, so that a test can see whether they are computed again. */
export async function forgeMeans(
  { app: { db } }: Inside,
  tenantId: number,
  value: number,
): Promise<number[]> {
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ slots: number }>`
      update mean_day set means = array_fill(${value}::float8, array[144]) where tenant_id = ${tenantId}
      returning slots`.execute(trx),
  );
  return rows.map(({ slots }) => slots);
}

export const storeRowMeans = ({ app: { services } }: Inside, days: number, now = Date.now()): Promise<void> =>
  storeQualityMeans(services, { days, now });

/** Deletes stored means, so that the next read computes them again. */
export async function forgetMeans({ app: { db } }: Inside, tenantId: number): Promise<void> {
  await db.tenant(tenantId, (trx) => sql`delete from mean_day where tenant_id = ${tenantId}`.execute(trx));
}

/** Returns the id of a variable, which its rows contain. */
export async function idOf({ app: { services } }: Inside, tenantId: number, sn: string): Promise<number> {
  const [variable] = await services.telemetry.variables(tenantId, [sn]);
  return variable!.id;
}
