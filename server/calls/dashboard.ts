import type { components } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { seen } from '../access/records.ts';
import type { HandlerContext } from '../context.ts';
import { control_list, control_request } from '../control/commands.ts';
import { station_details } from '../stations/details.ts';
import { openStation, requireStation } from '../stations/open.ts';
import { device_figures, photovoltaic_keyData, photovoltaic_trend } from '../stations/photovoltaic.ts';
import { devices_brief, ONLINE, station_status } from '../stations/status.ts';
import { variablesSeen } from '../telemetry/seen.ts';

type ValueState = components['schemas']['ValueState'];

const status_read = (ctx: HandlerContext, sn: string) =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) =>
    station_status(trx, ctx.session, await openStation(trx, ctx, { sn })),
  );

export const dashboardCalls = {
  stationStatus: ({ path: { sn } }, ctx) => status_read(ctx, sn),

  stationDetails: ({ path: { sn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => station_details(trx, ctx, sn)),

  stationDetailsWithStatus: async ({ path: { sn } }, ctx) => ({
    details: await ctx.db.tenant(ctx.session.tenantId, (trx) => station_details(trx, ctx, sn)),
    status: await status_read(ctx, sn),
  }),

  photovoltaicKeyData: ({ query: { stationSn } }, ctx) => photovoltaic_keyData(ctx, stationSn),

  photovoltaicWeather: ({ query: { stationSn } }, ctx) => device_figures(ctx, stationSn, 'weather'),

  photovoltaicInverterData: ({ query: { stationSn } }, ctx) => device_figures(ctx, stationSn, 'inverter'),

  photovoltaicPowerTrend: ({ query: { stationSn, date } }, ctx) => photovoltaic_trend(ctx, stationSn, date),

  async controlVariables({ query: { stationSn, deviceSn, variableSns } }, ctx) {
    const { db, session, telemetry } = ctx;
    const { tenantId } = session;
    const { rows, devices } = await db.tenant(tenantId, async (trx) => {
      if (stationSn !== undefined) await requireStation(trx, session, { sn: stationSn });
      const found = await devices_brief(trx, session, seen(trx, session, 'device', 'get'), {
        stationSn,
        deviceSn,
      });
      const writable = await trx
        .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
        .select([
          'sn',
          'name',
          'code',
          'unit',
          'dataType',
          'decimals',
          'minValue',
          'maxValue',
          'states',
          'deviceSn',
        ])
        .where('writable', '=', true)
        .where('enabled', 'is not', false)
        .$if(variableSns !== undefined, (query) => query.where('sn', 'in', variableSns!.split(',')))
        .orderBy('deviceSn')
        .orderBy('code')
        .execute();
      return { rows: writable, devices: new Map(found.map((device) => [device.sn, device])) };
    });
    const known = rows.flatMap(({ sn, states, ...row }) =>
      sn === null || !devices.has(row.deviceSn)
        ? []
        : [{ sn, states: states as ValueState[] | null, ...row }],
    );
    const variables = await variablesSeen(
      ctx,
      known.map(({ sn }) => sn),
    );
    const readings = new Map(telemetry.latest(variables).map((reading) => [reading.sn, reading]));
    return known.map((row) => {
      const device = devices.get(row.deviceSn);
      const reading = readings.get(row.sn);
      return {
        ...row,
        deviceName: device?.name ?? '',
        online: device?.status === ONLINE,
        value: reading?.data ?? null,
        ts: reading?.ts ?? null,
      };
    });
  },

  controlStatus: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) =>
      control_list(trx, session, { ...query, variableSns: query.variableSns?.split(',') }),
    ),

  controlRequest: ({ body: { sn, value } }, ctx) => control_request(ctx, sn, value),
} satisfies Partial<Calls<HandlerContext>>;
