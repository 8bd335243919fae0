/** A unit is rented to one customer at a time, with one price at each moment. */
import { sql } from 'kysely';
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import type { EntityHooks } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { checkTariff } from '../energy/check.ts';
import { priceDeal } from './deal.ts';

interface Other {
  number: string;
  startsAt: string;
  endsAt: string;
  zone: string;
}

/** Another rental of the unit in the same time. A concurrent one waits at the unit's row, and sees this one then. */
async function findOther(
  trx: Trx,
  { id, unitId, startsAt, endsAt, returnedAt }: Row,
): Promise<Other | undefined> {
  await trx
    .selectFrom('mobileUnit')
    .select('id')
    .where('id', '=', Number(unitId))
    // Transactions that only refer to the unit lock its key. They are not blocked.
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { rows } = await sql<Other>`
    select r.number, r.starts_at, coalesce(r.returned_at, r.ends_at) as ends_at, s.time_zone as zone
      from mobile_rental r join station s on s.tenant_id = r.tenant_id and s.sn = r.station_sn
     where r.unit_id = ${Number(unitId)} and r.id <> ${Number(id)} and r.state <> 'canceled'
       and r.starts_at < ${String(returnedAt ?? endsAt)}::timestamptz
       and coalesce(r.returned_at, r.ends_at) > ${String(startsAt)}::timestamptz
     order by r.starts_at limit 1`.execute(trx);
  return rows[0];
}

const MINUTE = 'YYYY-MM-DD HH:mm'.length;
const saidTime = (time: string, zone: string): string =>
  isoLocal(Date.parse(time), zone).replace('T', ' ').slice(0, MINUTE);

async function refuseOverlap(trx: Trx, rental: Row): Promise<void> {
  const other = rental.state === 'canceled' ? undefined : await findOther(trx, rental);
  if (!other) return;
  const [from, to] = [other.startsAt, other.endsAt].map((time) => saidTime(time, other.zone));
  throw new AppError(
    'mobile.overlap',
    { number: other.number, from: from!, to: to! },
    { field: '/startsAt' },
  );
}

const WHEN = ['unitId', 'startsAt', 'endsAt', 'returnedAt', 'state'];

const rentalsApart: EntityHooks['written'] = async (changes, { trx }) => {
  for (const { before, after } of changes)
    if (WHEN.some((name) => before[name] !== after[name])) await refuseOverlap(trx, after);
};

export const mobileHooks = {
  chargeDeal: { beforeCreate: priceDeal },
  mobileUnit: { beforeCreate: checkTariff, beforeUpdate: checkTariff },
  mobileRental: {
    beforeCreate: checkTariff,
    beforeUpdate: checkTariff,
    written: rentalsApart,
    // The row comes as its table has it.
    beforeRestore: (row, { trx }) =>
      refuseOverlap(trx, {
        ...{ id: row.id, state: row.state, unitId: row.unit_id },
        ...{ startsAt: row.starts_at, endsAt: row.ends_at, returnedAt: row.returned_at },
      }),
  },
} satisfies Record<string, EntityHooks>;
