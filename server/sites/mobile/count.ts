/** Computes the energy and cost of finished uses, after the meter has reported again, and stores them. */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { Services } from '../../engine/context.ts';
import { announceRecord, updateRecordIn } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { isMeter } from '../energy/meters.ts';
import { type PricePeriod, priceWindows } from '../energy/priceClock.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { countUse, type Reading, type Use } from './counter.ts';

export type CountParts = Pick<Services, 'db' | 'hub' | 'vault' | 'log' | 'telemetry'>;

interface Session {
  tenantId: number;
  id: number;
  rentalId: number;
  stationSn: string;
  zone: string;
  startsAt: string;
  endsAt: string;
  currency: string;
  price: number | null;
  periods: PricePeriod[] | null;
  /** The counters of the discharged energy of the unit's device. */
  meters: string[];
}

async function findFinished({ db }: CountParts): Promise<Session[]> {
  const { rows } = await db.system((trx) =>
    sql<Session>`
      select m.tenant_id, m.id, m.rental_id, m.station_sn, s.time_zone as zone, m.starts_at, m.ends_at, r.currency,
             r.price, r.periods,
             array(select v.sn from device_variable v
                    where v.tenant_id = u.tenant_id and v.device_sn = u.device_sn and v.energy_role = 'discharge'
                      and v.enabled is not false order by v.sn) as meters
        from mobile_session m
        join mobile_rental r on r.tenant_id = m.tenant_id and r.id = m.rental_id
        join mobile_unit u on u.tenant_id = m.tenant_id and u.id = m.unit_id
        join station s on s.tenant_id = m.tenant_id and s.sn = m.station_sn
       where m.state = 'finished' and m.ends_at > m.starts_at
       order by m.tenant_id, m.id`.execute(trx),
  );
  return rows;
}

const HOUR_MS = 3_600_000;
/** Periods before a use that are searched for its first reading: an hour, a day, a month. */
const LOOK_BACK = [HOUR_MS, 24 * HOUR_MS, 31 * 24 * HOUR_MS];
/** Maximum number of readings: a month with a reading every five seconds. */
const MOST_READINGS = 600_000;

type Meter = TelemetryVariable;

async function readingsWithin(
  { telemetry }: CountParts,
  meter: Meter,
  from: number,
  to: number,
  maxPoints = MOST_READINGS,
): Promise<Reading[]> {
  const { tenantId } = meter;
  const [series] = await telemetry.measured({ tenantId, variables: [meter], from, to, maxPoints });
  const factor = unitFactor(meter.unit, ENERGY_UNIT) ?? 1;
  return (series?.points ?? []).map(([ts, value]) => [ts, convertUnit(value, factor)]);
}

/** Reads the readings of a use. Includes the last one at or before its start and the first one at or after its end. */
async function readUse(parts: CountParts, meter: Meter, from: number, to: number): Promise<Reading[]> {
  const after = await readingsWithin(parts, meter, to, Date.now() + HOUR_MS, 1);
  if (after.length === 0) return [];
  const during = await readingsWithin(parts, meter, from, to);
  if (during[0]?.[0] === from) return [...during, ...after];
  for (const back of LOOK_BACK) {
    const [last] = (await readingsWithin(parts, meter, from - back, from)).slice(-1);
    if (last) return [last, ...during, ...after];
  }
  return [...during, ...after];
}

async function countOf(parts: CountParts, session: Session): Promise<Use | null> {
  const { tenantId, zone, currency, price, periods } = session;
  const [meter] = (await parts.telemetry.variables(tenantId, session.meters)).filter((variable) =>
    isMeter(variable, ENERGY_UNIT),
  );
  if (!meter) return null;
  const use = { from: Date.parse(session.startsAt), to: Date.parse(session.endsAt) };
  const readings = await readUse(parts, meter, use.from, use.to);
  const agreed = [{ effectiveFrom: '', currency, price, periods }];
  return countUse(readings, priceWindows(agreed, use, 'total', zone), use, meter.offlineAfter * 1000);
}

const COUNTED = 'counted';

/** Stores the result of a use. Writes nothing if the session was changed since it was read. */
async function writeUse(parts: CountParts, session: Session, { lines, ...sums }: Use): Promise<void> {
  const { tenantId, id: sessionId, rentalId, stationSn, currency } = session;
  const entity = entityOf('mobileSession');
  const step = platformStep(parts, tenantId, session.zone);
  await parts.db.tenant(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('mobileSession')
      .select(['version', 'endsAt', 'startsAt'])
      .where('id', '=', sessionId)
      .where('state', '=', 'finished')
      .forUpdate()
      .executeTakeFirst();
    if (row?.endsAt !== session.endsAt || row.startsAt !== session.startsAt) return;
    await updateRecordIn(
      trx,
      step,
      entity,
      sessionId,
      row.version,
      {},
      {
        action: 'transition:count',
        right: null,
        move: { values: { ...sums, state: COUNTED }, told: {} },
      },
    );
    await trx.deleteFrom('mobileSessionLine').where('sessionId', '=', sessionId).execute();
    if (lines.length === 0) return;
    const own = { tenantId, sessionId, rentalId, stationSn, currency };
    await trx
      .insertInto('mobileSessionLine')
      .values(lines.map((line) => ({ ...own, ...line, createdBy: null, updatedBy: null })))
      .execute();
  });
  announceRecord(step, entity, sessionId, 'update');
}

/** Computes all finished sessions. An error in a session does not affect the others. */
export async function countSessions(parts: CountParts, signal?: AbortSignal): Promise<void> {
  for (const session of await findFinished(parts)) {
    if (signal?.aborted) return;
    try {
      const use = await countOf(parts, session);
      if (use) await writeUse(parts, session, use);
    } catch (error) {
      parts.log.warn('a session of a mobile unit could not be counted', { session: session.id, error });
    }
  }
}
