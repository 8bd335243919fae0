import { type SqlBool, sql } from 'kysely';
import type { Calls, Data } from '../../generated/calls.ts';
import { fieldAccess } from '../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { recordsWhere, seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readRecords } from '../engine/entities/list/actions.ts';
import { setRecords } from '../engine/entities/write/updateWhere.ts';
import type { RecordCondition } from '../platform/db/tables/anyTable.ts';
import { inWordOrder } from '../platform/db/tables/wordOrder.ts';
import { AppError } from '../platform/errors/errors.ts';
import { tryRule } from '../sites/alarms/trial.ts';
import { readLabels } from '../sites/energy/labels.ts';
import { labelMeters } from '../sites/energy/labelTree.ts';
import { openStation, requireStation } from '../sites/stations/open.ts';
import { variablesSeen } from '../sites/telemetry/variableAccess.ts';

const RULE = entityOf('alarmGenerater');

/** The entities whose records may be the source of an alarm. */
const NAMING = ['station', 'device', 'deviceVariable'];

/** V110: switches the rules that match a condition on or off. Returns the ids of the changed rules. */
async function switchRules(ctx: HandlerContext, where: RecordCondition, enabled: boolean): Promise<number[]> {
  const { db, hub, session } = ctx;
  const { tenantId } = session;
  const changed = await db.tenant(tenantId, (trx) =>
    setRecords(trx, ctx, RULE, { key: 'alarmGenerater:update', where, values: { enabled } }),
  );
  for (const { id } of changed)
    hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id, do: 'update' });
  return changed.map(({ id }) => id);
}

/**
 * V111: switches alarms of devices on or off. Without a list, applies to all devices of the station that the caller
 * may change.
 */
async function switchDevices(
  ctx: HandlerContext,
  stationSn: string,
  deviceSns: string | undefined,
  alarmEnabled: boolean,
) {
  const { db, hub, session } = ctx;
  const { tenantId } = session;
  const requestedSns = deviceSns
    ?.split(',')
    .map((sn) => sn.trim())
    .filter(Boolean);
  const devices = await db.tenant(tenantId, async (trx) => {
    await openStation(trx, ctx, { sn: stationSn });
    const devices = await trx
      .selectFrom(seen(trx, session, 'device').as('d'))
      .select('d.sn')
      .where('d.stationSn', '=', stationSn)
      .execute();
    const sns = new Set(devices.map(({ sn }) => sn));
    if (requestedSns?.some((sn) => !sns.has(sn))) throw new AppError('device.notFound');
    const target = requestedSns ?? [...sns];
    return setRecords(trx, ctx, entityOf('device'), {
      key: 'alarmGenerater:update',
      where: (eb) => sql<SqlBool>`${eb.ref('sn')} = any(${target}::text[])`,
      values: { alarmEnabled },
    });
  });
  for (const { id } of devices) hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'update' });
  return { alarmEnabled, deviceSns: devices.map(({ sn }) => String(sn)) };
}

async function requireDevice({ db, session }: HandlerContext, sn: string): Promise<void> {
  const device = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'device').as('d'))
      .select('d.id')
      .where('d.sn', '=', sn)
      .executeTakeFirst(),
  );
  if (!device) throw new AppError('device.notFound');
}

export const alarmConfigCalls = {
  async alarmGeneraterEnableAll({ path: { id }, query: { alarmEnable } }, ctx) {
    const { db, session } = ctx;
    const station = await db.tenant(session.tenantId, (trx) => openStation(trx, ctx, { id }));
    const changed = await switchRules(ctx, (eb) => eb('stationSn', '=', station.sn), alarmEnable);
    return { alarmEnable, changed: changed.length };
  },

  async energyLabelAlarmSwitcher({ query: { id, type } }, ctx) {
    const { db, session } = ctx;
    const labels = await db.tenant(session.tenantId, (trx) => readLabels(trx, session, {}));
    const label = labels.find((candidate) => candidate.id === id);
    if (!label) throw new AppError('energy.noLabel');
    const variableSns = labelMeters(labels, label);
    const alarmEnable = type === 'open';
    const changed = await switchRules(
      ctx,
      (eb) => sql<SqlBool>`${eb.ref('variableSn')} = any(${variableSns}::text[])`,
      alarmEnable,
    );
    return { alarmEnable, changed: changed.length };
  },

  async alarmGeneraterEnableOne({ path: { id }, query: { alarmEnable } }, ctx) {
    const { db, session } = ctx;
    const before = await db.tenant(session.tenantId, (trx) =>
      trx
        .selectFrom(seen(trx, session, 'alarmGenerater', 'update').as('g'))
        .select('g.enabled')
        .where('g.id', '=', id)
        .executeTakeFirst(),
    );
    if (!before) throw new AppError('alarmGenerater.notFound');
    await switchRules(ctx, (eb) => eb('id', '=', id), alarmEnable ?? !(before.enabled ?? true));
    const [after] = await db.tenant(session.tenantId, (trx) => readRecords(trx, RULE, ctx, [id]));
    if (!after) throw new AppError('alarmGenerater.notFound');
    // The record is read by its definition, so its shape matches the API description.
    return after as Data<'alarmGeneraterEnableOne'>;
  },

  async energyAlarmGeneraters({ query: { stationSn } }, ctx) {
    const { db, session } = ctx;
    const rules = await db.tenant(session.tenantId, async (trx) => {
      const rule = await trx
        .selectFrom(seen(trx, session, 'alarmGenerater').as('g'))
        .innerJoin(
          recordsWhere(trx, 'deviceVariable', (eb) => eb('energyRole', 'is not', null)).as('v'),
          (join) => join.onRef('v.tenantId', '=', 'g.tenantId').onRef('v.sn', '=', 'g.variableSn'),
        )
        .select('g.id')
        .$if(stationSn !== undefined, (query) => query.where('g.stationSn', '=', stationSn as string))
        .orderBy(inWordOrder('g.name'))
        .execute();
      return readRecords(
        trx,
        RULE,
        ctx,
        rule.map(({ id }) => id),
      );
    });
    // The records are read by their definition, so their shape matches the API description.
    return rules as Data<'energyAlarmGeneraters'>;
  },

  async alarmGeneraterTry({ body: { rule, days } }, ctx) {
    const { db, session } = ctx;
    await db.tenant(session.tenantId, (trx) => requireStation(trx, session, { sn: rule.stationSn }));
    const trial = await tryRule(engineContext(ctx), session.tenantId, rule, {
      days,
      now: Date.now(),
      async check({ variableSns, deviceSn }) {
        const variables = await variablesSeen(ctx, variableSns);
        if (variables.length < variableSns.length) throw new AppError('variable.notFound');
        if (deviceSn !== null) await requireDevice(ctx, deviceSn);
      },
    });
    const isNamed = NAMING.every((name) => fieldAccess(session, entityOf(name), 'name') !== 'hidden');
    return isNamed ? trial : { ...trial, alarms: trial.alarms.map((alarm) => ({ ...alarm, source: '' })) };
  },

  async monitorRouteNotify({ query }, ctx) {
    const { db, hub, session } = ctx;
    const { tenantId } = session;
    const { action, parent_index: parent } = query;
    const { rules } = await db.tenant(tenantId, async (trx) => {
      const station = parent === undefined ? null : await openStation(trx, ctx, { snOrId: parent });
      return trx
        .selectFrom(seen(trx, session, 'alarmGenerater', 'update').as('g'))
        .select(({ fn }) => fn.countAll<number>().as('rules'))
        .where('g.enabled', 'is not', false)
        .$if(station !== null, (q) => q.where('g.stationSn', '=', station!.sn))
        .executeTakeFirstOrThrow();
    });
    // Invalidates the cached rules of the tenant, because no record has the id 0.
    hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id: 0, do: 'update' });
    return { action, rules };
  },

  alarmSwitcherOpen: ({ query: { stationSn, deviceSns } }, ctx) =>
    switchDevices(ctx, stationSn, deviceSns, true),

  alarmSwitcherClose: ({ query: { stationSn, deviceSns } }, ctx) =>
    switchDevices(ctx, stationSn, deviceSns, false),
} satisfies Partial<Calls<HandlerContext>>;
