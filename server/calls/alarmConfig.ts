import type { Calls } from '../../generated/calls.ts';
import { dictionaries } from '../../generated/dictionaries.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { rule_try } from '../alarms/trial.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { labels_read } from '../energy/labels.ts';
import { label_meters } from '../energy/labelTree.ts';
import { records_read, write_answer } from '../entities/actions.ts';
import { audit_write } from '../entities/audit.ts';
import { AppError } from '../http/errors.ts';
import { station_require } from '../stations/details.ts';
import { named_values } from './alarm.ts';

const RULE = entity_of('alarmGenerater');

/** V110: switches rules; answers those that changed. */
async function rules_switch(
  ctx: CallContext,
  which: { id: number } | { stationSn: string } | { variableSns: readonly string[] },
  enabled: boolean,
): Promise<number[]> {
  const { db, hub, session } = ctx;
  const { tenantId, userId } = session;
  const ids = await db.tenant(tenantId, async (trx) => {
    const changed = await trx
      .updateTable('alarmGenerater')
      .set(({ eb }) => ({
        enabled,
        version: eb('version', '+', 1),
        updatedBy: userId,
        updatedAt: new Date().toISOString(),
      }))
      .where((build) =>
        'variableSns' in which ? build('variableSn', 'in', which.variableSns) : build.and(which),
      )
      .where('enabled', 'is distinct from', enabled)
      .returning('id')
      .execute();
    for (const { id } of changed) {
      await audit_write(trx, {
        tenantId,
        userId,
        entity: 'alarmGenerater',
        id,
        action: 'update',
        diff: { enabled: [!enabled, enabled] },
      });
    }
    return changed.map(({ id }) => id);
  });
  for (const id of ids) hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id, do: 'update' });
  return ids;
}

/** V111: alarms of devices on or off; without a list, of all devices of the station. */
async function devices_switch(
  ctx: CallContext,
  stationSn: string,
  deviceSns: string | undefined,
  alarmEnabled: boolean,
) {
  const { db, hub, session } = ctx;
  const { tenantId, userId } = session;
  const wanted = deviceSns
    ?.split(',')
    .map((sn) => sn.trim())
    .filter(Boolean);
  const devices = await db.tenant(tenantId, async (trx) => {
    await station_require(trx, stationSn);
    const known = await trx.selectFrom('device').select('sn').where('stationSn', '=', stationSn).execute();
    const sns = new Set(known.map(({ sn }) => sn));
    if (wanted?.some((sn) => !sns.has(sn))) throw new AppError('device.notFound');
    const target = wanted ?? [...sns];
    if (target.length === 0) return [];
    const changed = await trx
      .updateTable('device')
      .set(({ eb }) => ({
        alarmEnabled,
        version: eb('version', '+', 1),
        updatedBy: userId,
        updatedAt: new Date().toISOString(),
      }))
      .where('sn', 'in', target)
      .where('alarmEnabled', 'is distinct from', alarmEnabled)
      .returning(['id', 'sn'])
      .execute();
    for (const { id } of changed) {
      await audit_write(trx, {
        tenantId,
        userId,
        entity: 'device',
        id,
        action: 'update',
        diff: { alarmEnabled: [!alarmEnabled, alarmEnabled] },
      });
    }
    return changed;
  });
  for (const { id } of devices) hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'update' });
  return { alarmEnabled, deviceSns: devices.map(({ sn }) => sn) };
}

/** A station by its number, or by its id as menus have it. */
async function station_named(trx: Trx, name: string): Promise<string> {
  const found = await trx
    .selectFrom('station')
    .select('sn')
    .where((eb) => eb.or([eb('sn', '=', name), eb(eb.cast<string>('id', 'text'), '=', name)]))
    .executeTakeFirst();
  if (!found) throw new AppError('station.notFound');
  return found.sn;
}

export const alarmConfigCalls = {
  alarmLevelList: async () => named_values(dictionaries.alarmLevel),

  alarmGeneraterTypes: async () => named_values(dictionaries.alarmGeneraterType),

  async alarmGeneraterEnableAll({ path: { id }, query: { alarmEnable } }, ctx) {
    const { db, session } = ctx;
    const station = await db.tenant(session.tenantId, (trx) =>
      trx.selectFrom('station').select('sn').where('id', '=', id).executeTakeFirst(),
    );
    if (!station) throw new AppError('station.notFound');
    const changed = await rules_switch(ctx, { stationSn: station.sn }, alarmEnable);
    return { alarmEnable, changed: changed.length };
  },

  async energyLabelAlarmSwitcher({ query: { id, type } }, ctx) {
    const { db, session } = ctx;
    const labels = await db.tenant(session.tenantId, (trx) => labels_read(trx, {}));
    const label = labels.find((one) => one.id === id);
    if (!label) throw new AppError('energy.noLabel');
    const variableSns = label_meters(labels, label);
    const alarmEnable = type === 'open';
    const changed = variableSns.length > 0 ? await rules_switch(ctx, { variableSns }, alarmEnable) : [];
    return { alarmEnable, changed: changed.length };
  },

  async alarmGeneraterEnableOne({ path: { id }, query: { alarmEnable } }, ctx) {
    const { db, session } = ctx;
    const read = () =>
      db.tenant(session.tenantId, (trx) =>
        trx.selectFrom('alarmGenerater').selectAll().where('id', '=', id).executeTakeFirst(),
      );
    const before = await read();
    if (!before) throw new AppError('alarmGenerater.notFound');
    await rules_switch(ctx, { id }, alarmEnable ?? !(before.enabled ?? true));
    const after = await read();
    if (!after) throw new AppError('alarmGenerater.notFound');
    return (await write_answer(RULE, after, ctx)) as never;
  },

  async energyAlarmGeneraters({ query: { stationSn } }, { db, session }) {
    const rules = await db.tenant(session.tenantId, async (trx) => {
      const found = await trx
        .selectFrom('alarmGenerater as g')
        .innerJoin('deviceVariable as v', (join) =>
          join.onRef('v.tenantId', '=', 'g.tenantId').onRef('v.sn', '=', 'g.variableSn'),
        )
        .select('g.id')
        .where('v.energyRole', 'is not', null)
        .$if(stationSn !== undefined, (query) => query.where('g.stationSn', '=', stationSn as string))
        .orderBy('g.name')
        .execute();
      return records_read(
        trx,
        RULE,
        session,
        found.map(({ id }) => id),
      );
    });
    // Read by the definition; their type is that of the description.
    return rules as never;
  },

  alarmGeneraterTry: ({ body: { rule, days } }, { db, telemetry, session }) =>
    rule_try({ db, telemetry }, session.tenantId, rule, { days, now: Date.now() }),

  async monitorRouteNotify({ query }, { db, hub, session: { tenantId } }) {
    const { action, parent_index: parent } = query;
    const { rules } = await db.tenant(tenantId, async (trx) => {
      const station = parent === undefined ? null : await station_named(trx, parent);
      return trx
        .selectFrom('alarmGenerater')
        .select(({ fn }) => fn.countAll<number>().as('rules'))
        .where('enabled', 'is not', false)
        .$if(station !== null, (q) => q.where('stationSn', '=', station as string))
        .executeTakeFirstOrThrow();
    });
    // Whoever follows rules reads all of the tenant again; there is no record of the number 0.
    hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id: 0, do: 'update' });
    return { action, rules };
  },

  alarmSwitcherOpen: ({ query: { stationSn, deviceSns } }, ctx) =>
    devices_switch(ctx, stationSn, deviceSns, true),

  alarmSwitcherClose: ({ query: { stationSn, deviceSns } }, ctx) =>
    devices_switch(ctx, stationSn, deviceSns, false),
} satisfies Partial<Calls<CallContext>>;
