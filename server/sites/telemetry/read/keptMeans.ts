/** Stores means of days without points, as from a migration or a simulation. */
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, type TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { selectHours } from './hoursSql.ts';
import { DAY_SLOTS } from './meanSlots.ts';
import { insertMeans, selectStamps } from './tenMinutes.ts';

export interface BroughtDay {
  /** The id of the variable. */
  id: number;
  /** A UTC day, counted from 1970. */
  day: number;
  means: Float64Array;
}

/** Returns whether the stored means of a variable's day have no gap. */
export const isDayWhole = (
  db: Database,
  tenantId: number,
  { id, day }: Omit<BroughtDay, 'means'>,
): Promise<boolean> =>
  db.tenant(tenantId, async (trx) => {
    const { rows } = await sql<{ yes: boolean }>`
      select slots = ${DAY_SLOTS} and not ('NaN'::float8 = any(means)) as yes from mean_day
       where tenant_id = ${tenantId} and variable_id = ${id} and day = date '1970-01-01' + ${day}::int4`.execute(
      trx,
    );
    return rows[0]?.yes === true;
  });

/** Finds the variables that have points on the days. The days of other variables have no stamp. */
async function findRolled(
  trx: Trx,
  tenantId: number,
  ids: readonly number[],
  { from, to }: TimeWindow,
): Promise<number[]> {
  const lower = sql`to_timestamp(${(from - HOUR_MS) / 1000})`;
  const window = { lower, upper: sql`to_timestamp(${to / 1000})` };
  const hours = selectHours({ tenant: tenantId, variable: sql.raw('v.id'), ...window }, 'bucket');
  const { rows } = await sql<{ id: number }>`
    select v.id from unnest(${int4Array(ids)}::int4[]) as v(id)
     where exists (select from ${hours} as h where h.bucket > ${lower})`.execute(trx);
  return rows.map(({ id }) => id);
}

export const storeRowMeans = (db: Database, tenantId: number, rows: readonly BroughtDay[]): Promise<void> =>
  db.tenant(tenantId, async (trx) => {
    const ids = [...new Set(rows.map(({ id }) => id))];
    const days = [...new Set(rows.map(({ day }) => day))].sort((one, other) => one - other);
    const until = (days.at(-1)! + 1) * DAY_MS;
    const rolled = await findRolled(trx, tenantId, ids, { from: days[0]! * DAY_MS, to: until });
    const stamps =
      rolled.length === 0
        ? []
        : (await selectStamps(tenantId, { ids: rolled, days, until }).execute(trx)).rows;
    const stampOf = new Map(stamps.map(({ id, day, stamp }) => [`${id}/${day}`, stamp]));
    await insertMeans(
      tenantId,
      rows.map((row) => ({ ...row, slots: DAY_SLOTS, stamp: stampOf.get(`${row.id}/${row.day}`) ?? '0' })),
    ).execute(trx);
  });
