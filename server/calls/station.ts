import type { Calls, Data } from '../../generated/calls.ts';
import type { StationChargeConfig } from '../../generated/types.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen, seenWhere } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readRecord } from '../engine/entities/list/actions.ts';
import { readFleet } from '../sites/overview/fleet.ts';
import { stationsOverview } from '../sites/overview/overview.ts';
import { devicesBrief } from '../sites/overview/status.ts';
import { copyStation } from '../sites/stations/copy.ts';
import { dayIn } from '../sites/stations/details.ts';
import { openStation, openWhere, requireStation } from '../sites/stations/open.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const stationCalls = {
  mapTiles: async (_input, { config }) => ({ tiles: config.mapTiles }),

  stationOverview: async ({ query }, { config, db, session }) => ({
    stations: await db.tenant(session.tenantId, (trx) =>
      stationsOverview(trx, session, { sn: query.stationSn, dept: query.dept }),
    ),
    tiles: config.mapTiles,
  }),

  stationFleet: ({ query }, ctx) => readFleet(ctx, query.of ?? 'pv', query.dept),

  async stationCollectors({ path: { id } }, ctx) {
    const { db, session } = ctx;
    return db.tenant(session.tenantId, async (trx) => {
      const { sn } = await openStation(trx, ctx, { id });
      const station = await trx
        .selectFrom(seenWhere(trx, session, 'station', openWhere(ctx)).as('s'))
        .select('s.companyId')
        .where('s.id', '=', id)
        .executeTakeFirstOrThrow();
      const gateways = await devicesBrief(trx, session, seen(trx, session, 'device'), {
        stationSn: sn,
        type: 'gateway',
      });
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
    const { hub, session } = ctx;
    const { tenantId } = session;
    const copy = await copyStation(engineContext(ctx), body);
    const station = await readRecord(entityOf('station'), copy.id, engineContext(ctx));
    hub.publish({ type: 'entity', entity: 'station', tenantId, id: copy.id, do: 'create' });
    for (const { id } of copy.devices)
      hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'create' });
    if (copy.rules > 0)
      hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id: copy.id, do: 'create' });
    // Returns the record as its definition describes it. Its type is that of the API description.
    return {
      station: station as Data<'stationCopy'>['station'],
      devices: copy.devices.length,
      variables: copy.variables,
      rules: copy.rules,
    };
  },

  async stationCharge({ path: { sn }, query: { queryTime, chargeType } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      const { timeZone } = await requireStation(trx, session, { sn });
      const day = queryTime?.slice(0, DAY_LENGTH) ?? dayIn(timeZone, Date.now());
      const rows = await trx
        .selectFrom(seen(trx, session, 'stationChargeConfig').as('c'))
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
} satisfies Partial<Calls<HandlerContext>>;
