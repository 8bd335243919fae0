/**
 * Moves the raw points of days that are over into sealed days: one row a variable and day, a tenth of the room.
 * Each day of a variable moves in a transaction of its own, so a point is always there exactly once, and who writes
 * to that variable waits some milliseconds. Late points of a sealed day are merged into it the same way.
 */
import type pg from 'pg';
import { connection_isLost } from '../../db/connect.ts';
import { wait } from '../../jobs/wait.ts';
import type { Logger } from '../../log.ts';
import { sealedMonths } from './partitions.ts';

export interface Sealed {
  days: number;
  points: number;
  /** Variables whose sealing broke off; what they have stays as it is. */
  failed: number;
}

interface SealOptions {
  /** Only days that end at or before this time are sealed; a midnight in UTC. */
  before: Date;
  signal: AbortSignal;
  /** How long to rest after each day, as a multiple of the time that it took: others want the disk too. */
  rest?: number;
  log: Logger;
}

interface Found {
  tenant: number;
  variable: number;
  day: string;
}

const PAGE = 500;
const DAY = `to_char(oldest AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** The next variables that have points of finished days, each with the first of these days. */
async function variables_find(
  client: pg.ClientBase,
  after: Pick<Found, 'tenant' | 'variable'>,
  before: Date,
): Promise<Found[]> {
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
async function day_next(client: pg.ClientBase, found: Found, before: Date): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `SELECT ${DAY} AS day FROM (SELECT min(ts) AS oldest FROM points
      WHERE tenant_id = $1 AND variable_id = $2
        AND ts >= ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AND ts < $4) AS next`,
    [found.tenant, found.variable, found.day, before],
  );
  return rows[0]?.day ?? null;
}

interface Step extends Required<SealOptions> {
  client: pg.ClientBase;
  month_ensure: (day: string) => Promise<void>;
  sealed: Sealed;
}

async function variable_seal(step: Step, found: Found): Promise<void> {
  const { client, before, signal, rest, sealed } = step;
  let day: string | null = found.day;
  while (day !== null && !signal.aborted) {
    const start = performance.now();
    await step.month_ensure(day);
    const { rows } = await client.query<{ moved: number }>('SELECT points_seal($1, $2, $3::date) AS moved', [
      found.tenant,
      found.variable,
      day,
    ]);
    sealed.days += 1;
    sealed.points += rows[0]?.moved ?? 0;
    day = await day_next(client, { ...found, day }, before);
    await wait((performance.now() - start) * rest, signal);
  }
}

async function all_seal(step: Step): Promise<void> {
  let after = { tenant: -1, variable: -1 };
  for (;;) {
    const page = await variables_find(step.client, after, step.before);
    for (const found of page) {
      try {
        await variable_seal(step, found);
      } catch (error) {
        // What one variable has must not keep the others from being sealed.
        if (connection_isLost(error)) throw error;
        step.sealed.failed += 1;
        step.log.error('a day was not sealed', { ...found, error });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE || step.signal.aborted) return;
    after = last;
  }
}

/** Ends early when the signal says so; what is sealed until then stays so. */
export async function days_seal(pool: pg.Pool, options: SealOptions): Promise<Sealed> {
  const client = await pool.connect();
  try {
    // A move that a crash undoes is undone as a whole, and done again by the next run.
    await client.query('SET synchronous_commit TO off');
    const sealed: Sealed = { days: 0, points: 0, failed: 0 };
    await all_seal({ rest: 1, ...options, client, month_ensure: sealedMonths(client), sealed });
    await client.query('RESET synchronous_commit');
    client.release();
    return sealed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
