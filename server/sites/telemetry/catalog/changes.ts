/** Finds the changes of digital signals, at the exact times of their points. */

import { sql } from 'kysely';
import type { components } from '../../../../generated/api.ts';
import { seen } from '../../../engine/access/scopedRecords.ts';
import type { Session } from '../../../engine/context.ts';
import type { ScopedTrx } from '../../../platform/db/index.ts';
import { selectHours, selectLastHour } from '../read/hoursSql.ts';
import { selectPoints } from '../read/pointsSql.ts';

type Signal = components['schemas']['Signal'];
type SignalChange = components['schemas']['SignalChange'];

interface Found extends Signal {
  id: number;
}

export interface ChangeRequest {
  tenantId: number;
  ids: readonly number[];
  from: Date;
  to: Date;
  size: number;
}

/** Finds the station's boolean variables, and variables with named values, that the caller may list. */
export async function findSignals(
  trx: ScopedTrx,
  caller: Session,
  stationSn: string,
  sns: readonly string[] | null,
): Promise<Found[]> {
  const rows = await trx
    .selectFrom(seen(trx, caller, 'deviceVariable').as('v'))
    .innerJoin(seen(trx, caller, 'device').as('d'), (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select(['v.id', 'v.sn', 'v.name', 'd.name as deviceName', 'v.dataType', 'v.states'])
    .where('d.stationSn', '=', stationSn)
    .where('v.enabled', 'is not', false)
    .where('v.dataType', '!=', 'text')
    .$if(sns !== null, (query) => query.where('v.sn', 'in', sns as string[]))
    .$if(sns === null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('v.dataType', '=', 'boolean'),
          sql<boolean>`coalesce(jsonb_array_length(v.states), 0) > 0`,
        ]),
      ),
    )
    .orderBy('d.name')
    .orderBy('v.code')
    .execute();
  return rows.flatMap(({ sn, states, ...row }) =>
    sn === null ? [] : [{ ...row, sn, states: states as Signal['states'] }],
  );
}

const HOUR = ['bucket', 'min', 'max', 'first', 'last'] as const;
/** Hours that start after this time may contain the last value before the range. */
const sinceOf = ({ from }: ChangeRequest) =>
  sql`(${from}::timestamptz - interval '1 hour' + interval '1 microsecond')`;
const ofVariable = ({ tenantId }: ChangeRequest) => ({ tenant: tenantId, variable: sql.raw('v.id') });
const hoursOf = (request: ChangeRequest) =>
  selectHours({ ...ofVariable(request), lower: sinceOf(request), upper: sql`${request.to}` }, ...HOUR);
const hourBefore = (request: ChangeRequest) =>
  selectLastHour({ ...ofVariable(request), before: sinceOf(request) }, ...HOUR);

/**
 * Selects the changes. Hourly roll-ups show the hours with a change, and only the points of these hours are read. A
 * year therefore costs little more than a day. The hour before the range has the previous value of the signal.
 */
const CHANGES = (request: ChangeRequest) => sql<{ id: number; ts: string; from: number; to: number }>`
  with hours as (
    select h.*, lag(last) over (partition by variable_id order by bucket) as before from (
      select v.id as variable_id, e.* from unnest(${request.ids}::int4[]) as v(id), ${hoursOf(request)} as e
      union all
      select v.id, e.* from unnest(${request.ids}::int4[]) as v(id), ${hourBefore(request)} as e) as h),
  moved as (
    select variable_id, bucket, before from hours
     where bucket > ${request.from}::timestamptz - interval '1 hour'
       and (min <> max or first is distinct from before)),
  steps as (
    select p.variable_id, p.ts, p.value,
           coalesce(lag(p.value) over (partition by p.variable_id order by p.ts), m.before) as before
      from moved m, lateral (select m.variable_id, ts, value from ${selectPoints({
        tenant: request.tenantId,
        variable: sql.raw('m.variable_id'),
        lower: sql.raw('m.bucket'),
        upper: sql.raw("m.bucket + interval '1 hour'"),
      })} as good where quality < 2) as p)
  select variable_id as id, ts, before as "from", value as "to" from steps
   where before <> value and ts >= ${request.from} and ts < ${request.to}
   order by ts desc, variable_id limit ${request.size + 1}`;

export async function readChanges(
  trx: ScopedTrx,
  signals: readonly Found[],
  request: Omit<ChangeRequest, 'ids'>,
): Promise<{ changes: SignalChange[]; more: boolean }> {
  if (signals.length === 0) return { changes: [], more: false };
  const bySn = new Map(signals.map(({ id, sn }) => [id, sn]));
  const { rows } = await CHANGES({ ...request, ids: [...bySn.keys()] }).execute(trx);
  const changes = rows
    .slice(0, request.size)
    .map(({ id, ts, from, to }) => ({ sn: bySn.get(id) ?? '', ts, from, to }));
  return { changes, more: rows.length > request.size };
}
