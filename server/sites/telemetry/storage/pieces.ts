/**
 * Packs the points of variables that have many a day while the day goes on, a thousand at a time, and their day as a
 * whole once it is over: whoever looks at a dense course of today reads a few packed rows instead of thousands, which
 * lie among those of all other variables. The last hour stays as rows, for most late points come within it.
 */
import type pg from 'pg';
import type { Services } from '../../../engine/context.ts';
import { type LeasedWork, leaseEvery } from '../../../platform/timers/lease.ts';
import {
  type After,
  type Found,
  PAGE,
  packDay,
  packVariables,
  runPacking,
  type Sealed,
  type SealOptions,
} from './pack.ts';

/** So many points are worth a row of their own. */
const PIECE = 1_000;
const AGE_MS = 3_600_000;
const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

const MIDNIGHT = `$3::date::timestamp AT TIME ZONE 'UTC'`;
const OWN = 'tenant_id = l.tenant_id AND variable_id = l.variable_id';

/**
 * The next variables that have enough behind the last packed row of this day; when the day is over and packed already, any
 * rest is. The hours say about how much there is: counting the points would mean reading them.
 */
async function findPieces(client: pg.ClientBase, after: After, day: string, before: Date): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `SELECT l.tenant_id AS tenant, l.variable_id AS variable, $3 AS day FROM latest AS l,
       LATERAL (SELECT ${MIDNIGHT} + coalesce(max(stop) + 1, 0) * interval '1 millisecond' AS since,
           max(stop) IS NOT NULL AND ${MIDNIGHT} + interval '24 hours' <= $4 AS rest
          FROM points_day WHERE ${OWN} AND day = $3::date) AS p,
       LATERAL (SELECT sum(n) AS n FROM rollup_hour WHERE ${OWN} AND last_ts >= since
          AND bucket > since - interval '1 hour' AND bucket < least($4, ${MIDNIGHT} + interval '24 hours')) AS h
      WHERE (l.tenant_id, l.variable_id) > ($1::int4, $2::int4) AND l.ts >= ${MIDNIGHT}
        AND h.n >= CASE WHEN rest THEN 1 ELSE ${PIECE} END
      ORDER BY l.tenant_id, l.variable_id LIMIT ${PAGE}`,
    [after.tenant, after.variable, day, before],
  );
  return rows;
}

/** Of the day in which the limit lies, and of the one before. */
export const packPieces = (pool: pg.Pool, options: SealOptions): Promise<Sealed> =>
  runPacking(pool, options, async (packing) => {
    const { client, before } = packing;
    for (const back of [DAY_MS, 0]) {
      const day = new Date(before.getTime() - back).toISOString().slice(0, 10);
      await packVariables(
        packing,
        (after) => findPieces(client, after, day, before),
        (found) => packDay(packing, found),
      );
    }
  });

/** In exactly one process, for as long as it runs. */
export const createPieces = ({ db, log }: Pick<Services, 'db' | 'log'>): LeasedWork =>
  leaseEvery(db, log, 'pieces', EVERY_MS, async (signal) => {
    await packPieces(db.pool, { before: new Date(Date.now() - AGE_MS), signal, log });
  });
