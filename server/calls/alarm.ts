import { sql } from 'kysely';
import type { Calls } from '../../generated/calls.ts';
import { named, seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { confirmAlarm, confirmAlarmsStation } from '../sites/alarms/confirm.ts';
import { alarmsPage, findAlarm } from '../sites/alarms/query.ts';
import { notifyAlarms } from '../sites/alarms/writer.ts';
import { ALARM_OPEN } from '../sites/notify/alarmStatus.ts';

/** Confirms one alarm. C724 and C725 are the same step. C724 also contains the target status (V067). */
async function confirmOne(ctx: HandlerContext, id: number, checkInfo?: string) {
  const { db, hub, session } = ctx;
  const { changed, record } = await db.tenant(session.tenantId, async (trx) => {
    const handled = await confirmAlarm(trx, ctx, id, checkInfo);
    return { changed: handled, record: await findAlarm(trx, session, id, 'confirm') };
  });
  notifyAlarms(hub, changed);
  if (!record) throw new AppError('alarm.notFound');
  return record;
}

async function confirmStation(ctx: HandlerContext, stationId: number, checkInfo?: string) {
  const { db, hub, session } = ctx;
  const changed = await db.tenant(session.tenantId, (trx) =>
    confirmAlarmsStation(trx, ctx, stationId, checkInfo),
  );
  notifyAlarms(hub, changed);
  return { handled: changed.length };
}

export const alarmCalls = {
  /** Alarms without a device, such as those of a silent station, have the station as their source. */
  async alarmSources({ query: { stationSn } }, { db, session }) {
    return db.tenant(session.tenantId, (trx) =>
      trx
        .selectFrom(seen(trx, session, 'alarm').as('a'))
        .leftJoin(named(trx, session, 'device').as('d'), (join) =>
          join.onRef('d.tenantId', '=', 'a.tenantId').onRef('d.sn', '=', 'a.deviceSn'),
        )
        .leftJoin(named(trx, session, 'station').as('s'), (join) =>
          join.onRef('s.tenantId', '=', 'a.tenantId').onRef('s.sn', '=', 'a.stationSn'),
        )
        .select(({ fn, ref, val }) => [
          fn.coalesce('d.sn', val('')).as('deviceSn'),
          fn.coalesce('d.name', 's.name', ref('a.stationSn')).as('deviceName'),
          'a.stationSn',
        ])
        .select(sql<number>`count(*) filter (where a.status = ${ALARM_OPEN})`.as('openAmount'))
        .$if(stationSn !== undefined, (query) => query.where('a.stationSn', '=', stationSn as string))
        .groupBy(['d.sn', 'd.name', 's.name', 'a.stationSn'])
        .orderBy('deviceName')
        .execute(),
    );
  },

  async alarmGet({ path: { id } }, { db, session }) {
    const record = await db.tenant(session.tenantId, (trx) => findAlarm(trx, session, id));
    if (!record) throw new AppError('alarm.notFound');
    return record;
  },

  alarmUpdate: ({ path: { id }, body }, ctx) => confirmOne(ctx, id, body.checkInfo),

  alarmConfirm: ({ path: { id }, body }, ctx) => confirmOne(ctx, id, body?.checkInfo),

  alarmConfirmStation: ({ path: { id }, body }, ctx) => confirmStation(ctx, id, body?.checkInfo),

  alarmClearAll: ({ path: { id } }, ctx) => confirmStation(ctx, id),

  alarmSummarys: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => alarmsPage(trx, session, body)),
} satisfies Partial<Calls<HandlerContext>>;
