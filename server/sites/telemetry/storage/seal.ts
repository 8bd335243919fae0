/**
 * Moves the raw points of past days into sealed days, one row per variable and day. They take less than half of the
 * space. Late points of a sealed day are merged into it in the same way. Variables that share rows are sealed together,
 * each day in a separate transaction. A point therefore always exists exactly once. Days are packed before the
 * transaction, while others can write.
 */
import type pg from 'pg';
import { isConnectionLost } from '../../../platform/db/connect/connect.ts';
import type { Logger } from '../../../platform/log.ts';
import { wait } from '../../../platform/timers/wait.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { type Client, type Day, type Group, type PackedDays, packDays, writeDays } from './packDays.ts';
import { sealedMonths } from './partitions.ts';
import { GROUP, LOCK, oldestLoose, REMOVE_ROWS, REMOVE_SINGLES } from './sealSql.ts';

interface Sealed {
  days: number;
  points: number;
  /** Number of variables that could not be sealed. Their points remain unchanged. */
  failed: number;
}

interface SealOptions {
  /** Only days that end at or before this UTC midnight are sealed. */
  before: Date;
  signal: AbortSignal;
  /** The pause after each day, as a multiple of its duration, because others use the disk too. */
  rest?: number;
  log: Logger;
}

interface Sealing extends Required<SealOptions> {
  client: pg.ClientBase;
  ensureMonth: (day: string) => Promise<void>;
  sealed: Sealed;
  /**
   * Variables of the tenant that were sealed together with others. Their first day is searched again, because it may
   * be sealed by now.
   */
  beside: Set<number>;
}

const PAGE = 500;
const DAY_MS = 86_400_000;
const DAY = `to_char(oldest at time zone 'UTC', 'YYYY-MM-DD')`;

const FIRST = oldestLoose('l.variable_id', `'-infinity'`, '$3');
const NEXT = oldestLoose('$2', `($3::date)::timestamp at time zone 'UTC'`, '$4');

/** Finds the next variables of a tenant with points of past days, and the first of these days for each. */
async function findVariables({ client, before }: Sealing, tenant: number, after: number): Promise<Day[]> {
  const { rows } = await client.query<Day>(
    `select tenant_id as tenant, variable_id as variable, ${DAY} as day from latest as l,
       lateral (select ${FIRST} as oldest) as first
      where tenant_id = $1 and variable_id > $2 and oldest is not null
      order by variable_id limit ${PAGE}`,
    [tenant, after, before],
  );
  return rows;
}

/** Finds the first day with points from this day on. Null if there is none before the limit. */
async function findDay(
  { client, before }: Sealing,
  { tenant, variable }: Day,
  from: string,
): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `select ${DAY} as day from (select ${NEXT} as oldest) as next`,
    [tenant, variable, from, before],
  );
  return rows[0]?.day ?? null;
}

interface Moved {
  /** Number of days, summed over the variables. */
  days: number;
  points: number;
  variables: readonly number[];
}

async function findGroup(client: Client, day: Day): Promise<Group> {
  const { rows } = await client.query<{ shapes: string; variables: number[] }>({
    name: 'telemetry-seal-group',
    text: GROUP,
    values: [day.tenant, day.variable, day.day],
  });
  return { ...day, ...rows[0]! };
}

/** Deletes the packed points from the other tables. Returns their number. */
async function removeLoose(client: Client, { tenant, variables, shapes, day }: Group): Promise<number> {
  const { rows } = await client.query<{ points: number }>({
    name: 'telemetry-seal-rows',
    text: REMOVE_ROWS,
    values: [tenant, shapes, day],
  });
  const single = await client.query({
    name: 'telemetry-seal-singles',
    text: REMOVE_SINGLES,
    values: [tenant, int4Array(variables), day],
  });
  return rows[0]!.points + (single.rowCount ?? 0);
}

/** Replaces points by packed points. Null, without any change, if the points have changed since they were packed. */
async function swapPoints(client: Client, group: Group, packed: PackedDays | null): Promise<Moved | null> {
  const { tenant, variables } = group;
  await client.query('begin');
  try {
    await client.query({
      name: 'telemetry-seal-lock',
      text: LOCK,
      values: [tenant, int4Array(variables)],
    });
    const days = await writeDays(client, group, packed);
    if (days === null) {
      await client.query('rollback');
      return null;
    }
    const points = await removeLoose(client, group);
    await client.query('commit');
    return { days, points, variables };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Seals the points of a day, together with those of the variables that share rows with it. The partition of its month
 * must exist. Writers of these variables wait only for the replacement. They wait longer if a write changed the day
 * during packing.
 */
export async function movePoints(client: Client, day: Day): Promise<Moved> {
  const group = await findGroup(client, day);
  const packed = await packDays(client, group);
  const swapped = packed && (await swapPoints(client, group, packed));
  return swapped ?? (await swapPoints(client, group, null))!;
}

async function sealDay(sealing: Sealing, variable: Day): Promise<void> {
  const { client, ensureMonth, sealed, rest, signal, beside } = sealing;
  const start = performance.now();
  await ensureMonth(variable.day);
  const { days, points, variables } = await movePoints(client, variable);
  sealed.points += points;
  sealed.days += days;
  for (const id of variables) beside.add(id);
  await wait((performance.now() - start) * rest, signal);
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

async function sealVariable(sealing: Sealing, variable: Day): Promise<void> {
  let day = sealing.beside.has(variable.variable)
    ? await findDay(sealing, variable, variable.day)
    : variable.day;
  while (day !== null && !sealing.signal.aborted) {
    await sealDay(sealing, { ...variable, day });
    day = await findDay(sealing, variable, dayAfter(day));
  }
}

/** Seals one tenant at a time, and therefore one node of a distributed database at a time. */
async function sealTenant(sealing: Sealing, tenant: number): Promise<void> {
  const { signal, sealed, log } = sealing;
  sealing.beside.clear();
  let after = -1;
  for (;;) {
    const page = await findVariables(sealing, tenant, after);
    for (const variable of page) {
      if (signal.aborted) return;
      try {
        await sealVariable(sealing, variable);
      } catch (error) {
        // A failed variable must not prevent the sealing of the others.
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

/** Seals the days before the limit. Stops early when the signal aborts, and sealed days remain sealed. */
export async function sealDaysBefore(pool: pg.Pool, options: SealOptions): Promise<Sealed> {
  const client = await pool.connect();
  try {
    // A crash rolls back a whole move, and the next run repeats it.
    await client.query('set synchronous_commit to off');
    const sealed: Sealed = { days: 0, points: 0, failed: 0 };
    await sealTenants({
      rest: 1,
      ...options,
      client,
      ensureMonth: sealedMonths(client),
      sealed,
      beside: new Set(),
    });
    await client.query('reset synchronous_commit');
    client.release();
    return sealed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
