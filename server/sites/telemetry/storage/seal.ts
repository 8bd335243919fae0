/**
 * Moves the raw points of days that are over into sealed days: one row a variable and day, less than half of the room. Late
 * points of a sealed day are merged into it the same way. The variables that share rows are sealed together, each day in a
 * transaction of its own: a point is always there exactly once. Days are packed before that, while others write.
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
  /** Variables whose sealing broke off; what they have stays as it is. */
  failed: number;
}

interface SealOptions {
  /** Only days that end at or before this midnight in UTC are sealed. */
  before: Date;
  signal: AbortSignal;
  /** The pause after each day, as a multiple of its duration: others use the disk too. */
  rest?: number;
  log: Logger;
}

interface Sealing extends Required<SealOptions> {
  client: pg.ClientBase;
  ensureMonth: (day: string) => Promise<void>;
  sealed: Sealed;
  /** Variables of the tenant that were sealed together with others: what was found of them before may be gone. */
  beside: Set<number>;
}

const PAGE = 500;
const DAY_MS = 86_400_000;
const DAY = `to_char(oldest at time zone 'UTC', 'YYYY-MM-DD')`;

const FIRST = oldestLoose('l.variable_id', `'-infinity'`, '$3');
const NEXT = oldestLoose('$2', `($3::date)::timestamp at time zone 'UTC'`, '$4');

/** The next variables of a tenant that have points of finished days, each with the first of these days. */
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

/** The first day from this one on that has points; null: none before the limit. */
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
  /** Days of a variable each. */
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

/** Removes what is packed; answers how many points these were. */
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

/** Null: what is packed is not what is there any more, and nothing was moved. */
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
 * Moves the points of a day, together with those of the variables that share rows with it. Its month must be there.
 * Writers of these variables wait only while packed days are swapped in, unless one of them changed the day in between.
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

/** A tenant at a time, and so one of the places in which a distributed database keeps them. */
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
