/**
 * Moves the raw points of days that are over into sealed days: one row a variable and day, a tenth of the room. Late
 * points of a sealed day are merged into it the same way.
 */
import type pg from 'pg';
import {
  type After,
  type Found,
  PAGE,
  type Packing,
  packDay,
  packVariables,
  runPacking,
  type Sealed,
  type SealOptions,
} from './pack.ts';

const DAY = `to_char(oldest AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** The next variables that have points of finished days, each with the first of these days. */
async function findVariables(client: pg.ClientBase, after: After, before: Date): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `SELECT tenant_id AS tenant, variable_id AS variable, ${DAY} AS day FROM latest AS l,
       LATERAL (SELECT min(p.ts) AS oldest FROM points AS p
         WHERE p.tenant_id = l.tenant_id AND p.variable_id = l.variable_id AND p.ts < $3) AS first
      WHERE (tenant_id, variable_id) > ($1::int4, $2::int4) AND oldest IS NOT NULL
      ORDER BY tenant_id, variable_id LIMIT ${PAGE}`,
    [after.tenant, after.variable, before],
  );
  return rows;
}

/** The first day after this one that has points; null: none before the limit. */
async function dayNext(client: pg.ClientBase, found: Found, before: Date): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `SELECT ${DAY} AS day FROM (SELECT min(ts) AS oldest FROM points
      WHERE tenant_id = $1 AND variable_id = $2
        AND ts >= ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AND ts < $4) AS next`,
    [found.tenant, found.variable, found.day, before],
  );
  return rows[0]?.day ?? null;
}

async function sealVariable(packing: Packing, found: Found): Promise<void> {
  const { client, before, signal } = packing;
  let day: string | null = found.day;
  while (day !== null && !signal.aborted) {
    await packDay(packing, { ...found, day });
    day = await dayNext(client, { ...found, day }, before);
  }
}

/** Days that end at or before the limit, which is a midnight in UTC. */
export const sealDaysBefore = (pool: pg.Pool, options: SealOptions): Promise<Sealed> =>
  runPacking(pool, options, (packing) =>
    packVariables(
      packing,
      (after) => findVariables(packing.client, after, packing.before),
      (found) => sealVariable(packing, found),
    ),
  );
