/** Stores pending checks of counters (looks) in the database, so that they survive a crash. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import type { Look } from './watch.ts';

/**
 * Maximum time in seconds until the points of a check are written. After a crash of their process, the check uses the
 * existing points.
 */
const WRITTEN_WITHIN_S = 60;

type Db = Pick<Database, 'system'>;

/** A check as read from the database. */
export interface DueLook extends Look {
  /** Changes whenever the row changes. */
  notedAt: string;
}

const column = <T>(looks: readonly Look[], read: (look: Look) => T): T[] => looks.map(read);

/** Stores checks before their points are written. */
export async function noteLooks(db: Db, looks: readonly Look[]): Promise<void> {
  await db.system((trx) =>
    sql`insert into counter_look as l (tenant_id, variable_sn, since, until, noted_at, due_at)
      select t, v, to_timestamp(min(f) / 1000), to_timestamp(max(u) / 1000), clock_timestamp(),
          clock_timestamp() + make_interval(secs => ${WRITTEN_WITHIN_S})
        from unnest(${column(looks, ({ tenantId }) => tenantId)}::int4[], ${column(looks, ({ sn }) => sn)}::text[],
          ${column(looks, ({ from }) => from)}::float8[], ${column(looks, ({ to }) => to)}::float8[]) as n(t, v, f, u)
       group by t, v order by t, v
      on conflict (tenant_id, variable_sn) do update set since = least(l.since, excluded.since),
        until = greatest(l.until, excluded.until), noted_at = excluded.noted_at`.execute(trx),
  );
}

/** Makes checks due after their points are written. */
export async function releaseLooks(db: Db, looks: readonly Look[]): Promise<void> {
  await db.system((trx) =>
    sql`update counter_look as l set due_at = clock_timestamp()
        from unnest(${column(looks, ({ tenantId }) => tenantId)}::int4[], ${column(looks, ({ sn }) => sn)}::text[]) as n(t, v)
       where l.tenant_id = t and l.variable_sn = v`.execute(trx),
  );
}

export async function readDueLooks(db: Db, most: number): Promise<DueLook[]> {
  const { rows } = await db.system((trx) =>
    sql<DueLook>`select tenant_id as "tenantId", variable_sn as sn, noted_at::text as "notedAt",
        (extract(epoch from since) * 1000)::float8 as "from", (extract(epoch from until) * 1000)::float8 as "to"
      from counter_look where due_at <= clock_timestamp() order by due_at limit ${most}`.execute(trx),
  );
  return rows;
}

/** Deletes a finished check, unless more was added to it since. */
export async function endLook(db: Db, { tenantId, sn, notedAt }: DueLook): Promise<void> {
  await db.system((trx) =>
    sql`delete from counter_look where tenant_id = ${tenantId} and variable_sn = ${sn}
      and noted_at = ${notedAt}::timestamptz`.execute(trx),
  );
}

/** Postpones a check after an error. */
export async function delayLook(db: Db, { tenantId, sn }: DueLook): Promise<void> {
  await db.system((trx) =>
    sql`update counter_look set due_at = clock_timestamp() + make_interval(secs => ${WRITTEN_WITHIN_S})
      where tenant_id = ${tenantId} and variable_sn = ${sn}`.execute(trx),
  );
}
