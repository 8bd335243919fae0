/**
 * Moves the raw points of days that are over into sealed days: one row a variable and day, a tenth of the room. Late
 * points of a sealed day are merged into it the same way. Each day of a variable is a transaction of its own, so a point
 * is always there exactly once, and who writes to that variable waits some milliseconds.
 */
import type pg from 'pg';
import { isConnectionLost } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log.ts';
import { wait } from '../../../platform/timers/wait.ts';
import { sealedMonths } from './partitions.ts';
import { LOCK, PACK, REMOVE } from './sealSql.ts';

interface Sealed {
  days: number;
  points: number;
  /** Variables whose sealing broke off; what they have stays as it is. */
  failed: number;
}

interface SealOptions {
  /** Only days that end at or before this midnight in UTC are sealed. */
  before: Date;
  signal: AbortSignal;
  /** The rest after each day, as a multiple of the time that it took: others want the disk too. */
  rest?: number;
  log: Logger;
}

interface Found {
  tenant: number;
  variable: number;
  day: string;
}

interface Sealing extends Required<SealOptions> {
  client: pg.ClientBase;
  ensureMonth: (day: string) => Promise<void>;
  sealed: Sealed;
}

const PAGE = 500;
const DAY = `to_char(oldest at time zone 'UTC', 'YYYY-MM-DD')`;

/** The next variables of a tenant that have points of finished days, each with the first of these days. */
async function findVariables({ client, before }: Sealing, tenant: number, after: number): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select tenant_id as tenant, variable_id as variable, ${DAY} as day from latest as l,
       lateral (select min(p.ts) as oldest from points as p
         where p.tenant_id = $1 and p.variable_id = l.variable_id and p.ts < $3) as first
      where tenant_id = $1 and variable_id > $2 and oldest is not null
      order by variable_id limit ${PAGE}`,
    [tenant, after, before],
  );
  return rows;
}

/** The first day after this one that has points; null: none before the limit. */
async function dayNext({ client, before }: Sealing, variable: Found): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `select ${DAY} as day from (select min(ts) as oldest from points
      where tenant_id = $1 and variable_id = $2
        and ts >= ($3::date + 1)::timestamp at time zone 'UTC' and ts < $4) as next`,
    [variable.tenant, variable.variable, variable.day, before],
  );
  return rows[0]?.day ?? null;
}

/** Moves the rows of a day; answers how many. Its month must be there. */
export async function movePoints(
  client: Pick<pg.ClientBase, 'query'>,
  { tenant, variable, day }: Found,
): Promise<number> {
  const values = [tenant, variable, day];
  await client.query('begin');
  try {
    await client.query({ name: 'telemetry-seal-lock', text: LOCK, values: [tenant, variable] });
    await client.query({ name: 'telemetry-seal-pack', text: PACK, values });
    const { rowCount } = await client.query({ name: 'telemetry-seal-remove', text: REMOVE, values });
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function sealDay(sealing: Sealing, variable: Found): Promise<void> {
  const { client, ensureMonth, sealed, rest, signal } = sealing;
  const start = performance.now();
  await ensureMonth(variable.day);
  sealed.points += await movePoints(client, variable);
  sealed.days += 1;
  await wait((performance.now() - start) * rest, signal);
}

async function sealVariable(sealing: Sealing, variable: Found): Promise<void> {
  let day: string | null = variable.day;
  while (day !== null && !sealing.signal.aborted) {
    await sealDay(sealing, { ...variable, day });
    day = await dayNext(sealing, { ...variable, day });
  }
}

/** A tenant at a time, and so one of the places in which a distributed database keeps them. */
async function sealTenant(sealing: Sealing, tenant: number): Promise<void> {
  const { signal, sealed, log } = sealing;
  let after = -1;
  for (;;) {
    const page = await findVariables(sealing, tenant, after);
    for (const variable of page) {
      if (signal.aborted) return;
      try {
        await sealVariable(sealing, variable);
      } catch (error) {
        // A variable that fails must not keep the others from being sealed.
        if (isConnectionLost(error)) throw error;
        sealed.failed += 1;
        log.error('a day was not sealed', { ...variable, error });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.variable;
  }
}

async function sealTenants(sealing: Sealing): Promise<void> {
  const { rows } = await sealing.client.query<{ id: number }>('select id from tenant order by id');
  for (const { id } of rows) {
    if (sealing.signal.aborted) return;
    await sealTenant(sealing, id);
  }
}

/** Ends early when the signal says so; what is sealed until then stays so. */
export async function sealDaysBefore(pool: pg.Pool, options: SealOptions): Promise<Sealed> {
  const client = await pool.connect();
  try {
    // A move that a crash undoes is undone as a whole, and done again by the next run.
    await client.query('set synchronous_commit to off');
    const sealed: Sealed = { days: 0, points: 0, failed: 0 };
    await sealTenants({ rest: 1, ...options, client, ensureMonth: sealedMonths(client), sealed });
    await client.query('reset synchronous_commit');
    client.release();
    return sealed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
