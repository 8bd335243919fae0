/**
 * Moves rows into packed ones, variable by variable. Each move is a transaction of its own, so a point is always there
 * exactly once, and who writes to that variable waits some milliseconds.
 */
import type pg from 'pg';
import { isConnectionLost } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log.ts';
import { wait } from '../../../platform/timers/wait.ts';
import { sealedMonths } from './partitions.ts';

export interface Sealed {
  days: number;
  points: number;
  /** Variables whose sealing broke off; what they have stays as it is. */
  failed: number;
}

export interface SealOptions {
  /** Only points from before this time are moved. */
  before: Date;
  signal: AbortSignal;
  /** How long to rest after each move, as a multiple of the time that it took: others want the disk too. */
  rest?: number;
  log: Logger;
}

export interface Found {
  tenant: number;
  variable: number;
  day: string;
}

export type After = Pick<Found, 'tenant' | 'variable'>;

export interface Packing extends Required<SealOptions> {
  client: pg.ClientBase;
  ensureMonth: (day: string) => Promise<void>;
  sealed: Sealed;
}

export const PAGE = 500;

/** Of this day what lies before the limit: all of it, or its next piece. */
export async function packDay(packing: Packing, { tenant, variable, day }: Found): Promise<void> {
  const { client, ensureMonth, sealed, before, rest, signal } = packing;
  const start = performance.now();
  await ensureMonth(day);
  const { rows } = await client.query<{ moved: number }>(
    'SELECT points_seal($1, $2, $3::date, $4) AS moved',
    [tenant, variable, day, before],
  );
  sealed.days += 1;
  sealed.points += rows[0]?.moved ?? 0;
  await wait((performance.now() - start) * rest, signal);
}

/** `find` answers the next variables of a page, in their order. */
export async function packVariables(
  packing: Packing,
  find: (after: After) => Promise<readonly Found[]>,
  pack: (found: Found) => Promise<void>,
): Promise<void> {
  const { signal, sealed, log } = packing;
  let after: After = { tenant: -1, variable: -1 };
  for (;;) {
    const page = await find(after);
    for (const found of page) {
      if (signal.aborted) return;
      try {
        await pack(found);
      } catch (error) {
        // What one variable has must not keep the others from being sealed.
        if (isConnectionLost(error)) throw error;
        sealed.failed += 1;
        log.error('a day was not sealed', { ...found, error });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}

/** Ends early when the signal says so; what is moved until then stays so. */
export async function runPacking(
  pool: pg.Pool,
  options: SealOptions,
  run: (packing: Packing) => Promise<void>,
): Promise<Sealed> {
  const client = await pool.connect();
  try {
    // A move that a crash undoes is undone as a whole, and done again by the next run.
    await client.query('SET synchronous_commit TO off');
    const sealed: Sealed = { days: 0, points: 0, failed: 0 };
    await run({ rest: 1, ...options, client, ensureMonth: sealedMonths(client), sealed });
    await client.query('RESET synchronous_commit');
    client.release();
    return sealed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
