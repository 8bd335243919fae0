import type { Calls, Data } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { recordsWhere } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { requireRecord } from '../engine/entities/write/write.ts';
import type { ScopedTrx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { parseAddresses } from '../sites/notify/audience.ts';
import { reservedUntil } from '../sites/notify/deliveries.ts';
import type { AlarmFacts } from '../sites/notify/message.ts';
import { addLine, channelLines, readChannel } from '../sites/notify/notifyPeople.ts';

/** Returns the content of a test notification in place of an alarm. */
const testFacts = (name: string, time: string, zone: string): AlarmFacts => ({
  id: 0,
  info: `${name}: 测试通知 / test notification`,
  level: 'info',
  status: 0,
  reportTime: time,
  recoverTime: time,
  checker: null,
  stationSn: '',
  stationName: 'Wattdeck',
  deviceSn: '',
  deviceName: null,
  variableName: null,
  value: null,
  unit: null,
  rule: null,
  zone,
});

/** Reads a log entry for its sender. The caller has checked the permission. */
async function readSent(trx: ScopedTrx, id: number): Promise<Data<'notificationTest'>> {
  const line = await trx
    .selectFrom(recordsWhere(trx, 'notificationLog', (eb) => eb('id', '=', id)).as('l'))
    .select(['id', 'state', 'recipient', 'error'])
    .executeTakeFirst();
  if (!line) throw new AppError('notification.notFound');
  return line as Data<'notificationTest'>;
}

async function sendNow({ db, notify, session: { tenantId } }: HandlerContext, id: number) {
  await notify.send({ tenantId, id });
  return db.tenant(tenantId, (trx) => readSent(trx, id));
}

export const notifyCalls = {
  notificationSetup: async (_input, { config: { mail } }) => ({
    mail: mail !== null,
    mailFrom: mail?.from ?? null,
  }),

  async notificationTest({ path: { id } }, ctx) {
    const { session, config, zone } = ctx;
    const { tenantId, userId } = session;
    const now = Date.now();
    const lineId = await engineContext(ctx).db.tenant(tenantId, async (trx) => {
      await requireRecord(trx, session, entityOf('notificationChannel'), id, 'update');
      const channel = await readChannel(trx, tenantId, id);
      if (!channel) throw new AppError('notification.notFound');
      const me = await trx.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
      const [fixed] = parseAddresses(channel.addresses);
      const to = fixed ?? me?.email ?? null;
      if (channel.kind === 'email' && to === null) throw new AppError('notification.noRecipient');
      const alarm = testFacts(channel.name, new Date(now).toISOString(), zone);
      const { publicUrl, lang } = config;
      const context = { tenantId, event: 'test', alarm, now, publicUrl, lang } as const;
      const [line] = channelLines({ ...channel, addresses: to }, [], context);
      if (!line) throw new AppError('notification.noRecipient');
      return addLine(trx, context, line);
    });
    return sendNow(ctx, lineId);
  },

  async notificationResend({ path: { id } }, ctx) {
    const { session } = ctx;
    await engineContext(ctx).db.tenant(session.tenantId, async (trx) => {
      const { state, channelId } = await requireRecord(trx, session, entityOf('notificationLog'), id, 'list');
      if (channelId !== null)
        await requireRecord(trx, session, entityOf('notificationChannel'), Number(channelId), 'update');
      if (state !== 'failed') throw new AppError('notification.notFailed');
      await trx
        .updateTable('notificationLog')
        .set({ state: 'waiting', attempts: 0, nextTry: reservedUntil(Date.now()), error: null })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .execute();
    });
    return sendNow(ctx, id);
  },
} satisfies Partial<Calls<HandlerContext>>;
