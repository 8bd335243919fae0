import type { Calls } from '../../generated/calls.ts';
import type { StationChargeConfig } from '../../generated/types.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { write_guard } from '../entities/constraints.ts';
import { record_delete, record_find } from '../entities/write.ts';
import { AppError } from '../http/errors.ts';
import { station_copy } from '../stations/copy.ts';
import { day_in, station_require } from '../stations/details.ts';
import { stations_overview } from '../stations/overview.ts';
import { devices_brief } from '../stations/status.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const stationCalls = {
  async stationsByDept({ query: { dept } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      const rows = await trx
        .selectFrom('station')
        .select(['id', 'sn', 'name', 'companyId', 'dept', 'longitude', 'latitude', 'timeZone', 'simulated'])
        .$if(dept !== undefined, (q) => q.where('dept', '=', dept as string))
        .orderBy('name')
        .execute();
      return rows.map(({ companyId, simulated, ...row }) => ({
        ...row,
        company_id: companyId,
        simulated: simulated ?? false,
      }));
    });
  },

  mapTiles: async (_input, { config }) => ({ tiles: config.mapTiles }),

  stationOverview: async ({ query }, { config, db, session }) => ({
    stations: await db.tenant(session.tenantId, (trx) => stations_overview(trx, query.stationSn)),
    tiles: config.mapTiles,
  }),

  async stationCollectors({ path: { id } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      const station = await trx
        .selectFrom('station')
        .select(['sn', 'companyId'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!station) throw new AppError('station.notFound');
      const gateways = await devices_brief(trx, { stationSn: station.sn, type: 'gateway' });
      return gateways.map(({ id: deviceId, sn, name, status }) => ({
        id: deviceId,
        sn,
        name,
        status,
        companyId: station.companyId,
      }));
    });
  },

  async stationCopy({ body }, ctx) {
    const { db, hub, session, lang } = ctx;
    const entity = entity_of('station');
    const { copy, station } = await write_guard(db, entity, { deleting: false, lang }, () =>
      db.tenant(session.tenantId, async (trx) => {
        const made = await station_copy(trx, ctx, body);
        return { copy: made, station: await record_find(trx, entity, made.id) };
      }),
    );
    const { tenantId } = session;
    hub.publish({ type: 'entity', entity: 'station', tenantId, id: copy.id, do: 'create' });
    for (const { id } of copy.devices)
      hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'create' });
    if (copy.rules > 0)
      hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id: copy.id, do: 'create' });
    // The record as the definition describes it; its type is that of the description.
    return {
      station: station as never,
      devices: copy.devices.length,
      variables: copy.variables,
      rules: copy.rules,
    };
  },

  async stationRemove({ query: { id, sn } }, ctx) {
    const { db, session } = ctx;
    const station = await db.tenant(session.tenantId, (trx) => station_require(trx, sn));
    if (station.id !== id) throw new AppError('station.notFound');
    await record_delete(ctx, entity_of('station'), id);
    return null;
  },

  async stationCapacities({ path: { sn } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      await station_require(trx, sn);
      return trx
        .selectFrom('stationCapacity')
        .selectAll()
        .where('stationSn', '=', sn)
        .orderBy('effectiveFrom', 'desc')
        .orderBy('id', 'desc')
        .execute();
    });
  },

  async stationCharge({ path: { sn }, query: { queryTime, chargeType } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      const { timeZone } = await station_require(trx, sn);
      const day = queryTime?.slice(0, DAY_LENGTH) ?? day_in(timeZone, Date.now());
      const rows = await trx
        .selectFrom('stationChargeConfig')
        .selectAll()
        .distinctOn('chargeType')
        .where('stationSn', '=', sn)
        .where('effectiveFrom', '<=', day)
        .$if(chargeType !== undefined, (q) => q.where('chargeType', '=', chargeType as string))
        .orderBy('chargeType')
        .orderBy('effectiveFrom', 'desc')
        .execute();
      return rows as unknown as StationChargeConfig[];
    });
  },

  async stationChargeConfigs({ query: { stationSn } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      await station_require(trx, stationSn);
      const rows = await trx
        .selectFrom('stationChargeConfig')
        .selectAll()
        .where('stationSn', '=', stationSn)
        .orderBy('effectiveFrom', 'desc')
        .orderBy('chargeType')
        .execute();
      return rows as unknown as StationChargeConfig[];
    });
  },
} satisfies Partial<Calls<CallContext>>;
