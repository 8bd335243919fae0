import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { named, type Records, seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';

export type AlarmRecord = components['schemas']['AlarmRecord'];
export type AlarmSummaryPage = components['schemas']['AlarmSummaryPage'];
export type AlarmSummaryQuery = Partial<components['schemas']['AlarmSummaryQuery']> & {
  /** The time of the requested states, by default the current time. */
  at?: string | undefined;
};

/** V080: number of open and handled alarms on a page of the alarm list. */
export const ALARM_PAGE_SIZE = 5;
const ALL_STATUSES = '0,1';
const WORST_FIRST = ['critical', 'major', 'minor', 'info'];

/** Returns these alarms, now or at a time. An alarm that was confirmed or recovered later counts as open. */
export const alarmsAt = (trx: ScopedTrx, alarms: Records<'alarm'>, moment?: string) =>
  trx.selectFrom(
    trx
      .selectFrom(alarms.as('alarm'))
      .select(['tenantId', 'id', 'stationSn', 'deviceSn', 'variableSn', 'generaterId', 'suppressionId'])
      .select(['reportTime', 'info', 'level', 'value'])
      .$if(moment !== undefined, (query) => query.where('reportTime', '<=', moment as string))
      .select(({ ref }) => {
        const ifPast = <T>(
          column: 'checker' | 'checkTime' | 'checkInfo' | 'recoverTime',
          since: 'checkTime' | 'recoverTime',
        ) =>
          moment === undefined
            ? sql<T>`${ref(column)}`
            : sql<T>`case when ${ref(since)} <= ${moment} then ${ref(column)} end`;
        return [
          ifPast<string | null>('checker', 'checkTime').as('checker'),
          ifPast<string | null>('checkTime', 'checkTime').as('checkTime'),
          ifPast<string | null>('checkInfo', 'checkTime').as('checkInfo'),
          ifPast<string | null>('recoverTime', 'recoverTime').as('recoverTime'),
          (moment === undefined
            ? sql<number>`${ref('status')}`
            : sql<number>`case when least(${ref('checkTime')}, ${ref('recoverTime')}) > ${moment} then ${ALARM_OPEN} else ${ref('status')} end`
          ).as('status'),
        ];
      })
      .as('a'),
  );

const records = (trx: ScopedTrx, caller: Session, alarms: Records<'alarm'>, moment?: string) =>
  alarmsAt(trx, alarms, moment)
    .leftJoin(named(trx, caller, 'station').as('s'), (join) =>
      join.onRef('s.tenantId', '=', 'a.tenantId').onRef('s.sn', '=', 'a.stationSn'),
    )
    .leftJoin(named(trx, caller, 'device').as('d'), (join) =>
      join.onRef('d.tenantId', '=', 'a.tenantId').onRef('d.sn', '=', 'a.deviceSn'),
    )
    .leftJoin(named(trx, caller, 'alarmSuppression').as('w'), (join) =>
      join.onRef('w.tenantId', '=', 'a.tenantId').onRef('w.id', '=', 'a.suppressionId'),
    )
    .select([
      'w.name as suppressedBy',
      'a.id',
      'a.reportTime',
      'a.info',
      'a.status',
      'a.level',
      'a.stationSn',
      's.name as stationName',
      'a.deviceSn',
      'd.name as deviceName',
      'a.variableSn',
      'a.generaterId',
      'a.value',
      'a.checker',
      'a.checkTime',
      'a.checkInfo',
      'a.recoverTime',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;

const recordOf = (row: Row): AlarmRecord => ({
  ...row,
  status: row.status as AlarmRecord['status'],
  level: row.level as AlarmRecord['level'],
});

/** Returns an alarm if the caller may perform the action on it (by default, see it). Otherwise null. */
export async function findAlarm(
  trx: ScopedTrx,
  caller: Session,
  id: number,
  action = 'list',
): Promise<AlarmRecord | null> {
  const row = await records(trx, caller, seen(trx, caller, 'alarm', action))
    .where('a.id', '=', id)
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** C728: returns the alarms that the caller may list. Open alarms are first, followed by the newest or most severe. */
export async function alarmsPage(
  trx: ScopedTrx,
  caller: Session,
  query: AlarmSummaryQuery,
): Promise<AlarmSummaryPage> {
  const {
    current = 1,
    size = ALARM_PAGE_SIZE,
    stationSn,
    deviceSn,
    level,
    startTime,
    endTime,
    order,
    at,
  } = query;
  const statuses = (query.status ?? ALL_STATUSES).split(',').map(Number);
  const alarms = records(trx, caller, seen(trx, caller, 'alarm'), at)
    .where('a.status', 'in', statuses)
    .$if(stationSn !== undefined, (q) => q.where('a.stationSn', '=', stationSn as string))
    .$if(deviceSn !== undefined, (q) => q.where('a.deviceSn', '=', deviceSn as string))
    .$if(level !== undefined, (q) => q.where('a.level', '=', level as string))
    .$if(startTime !== undefined, (q) => q.where('a.reportTime', '>=', startTime as string))
    .$if(endTime !== undefined, (q) => q.where('a.reportTime', '<', endTime as string));
  const { total } = await alarms
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await alarms
    .orderBy('a.status', 'desc')
    .$if(order === 'worst', (q) => q.orderBy(sql`array_position(${WORST_FIRST}::text[], a.level)`))
    .orderBy('a.reportTime', 'desc')
    .orderBy('a.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records: rows.map(recordOf), total, current, size };
}
