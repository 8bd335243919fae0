import type { components } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { control_list, control_request } from '../control/commands.ts';
import { station_details, station_require } from '../stations/details.ts';
import { device_figures, photovoltaic_keyData, photovoltaic_trend } from '../stations/photovoltaic.ts';
import { devices_brief, ONLINE, station_status } from '../stations/status.ts';

type ValueState = components['schemas']['ValueState'];

export const dashboardCalls = {
  stationStatus: ({ path: { sn } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      await station_require(trx, sn);
      return station_status(trx, sn);
    }),

  stationDetails: ({ path: { sn } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => station_details(trx, sn)),

  stationDetailsWithStatus: ({ path: { sn } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => ({
      details: await station_details(trx, sn),
      status: await station_status(trx, sn),
    })),

  photovoltaicKeyData: ({ query: { stationSn } }, ctx) => photovoltaic_keyData(ctx, stationSn),

  photovoltaicWeather: ({ query: { stationSn } }, ctx) => device_figures(ctx, stationSn, 'weather'),

  photovoltaicInverterData: ({ query: { stationSn } }, ctx) => device_figures(ctx, stationSn, 'inverter'),

  photovoltaicPowerTrend: ({ query: { stationSn, date } }, ctx) => photovoltaic_trend(ctx, stationSn, date),

  async controlVariables({ query: { stationSn, deviceSn, variableSns } }, { db, session, telemetry }) {
    const { tenantId } = session;
    const { rows, devices } = await db.tenant(tenantId, async (trx) => {
      if (stationSn !== undefined) await station_require(trx, stationSn);
      const found = await devices_brief(trx, { stationSn, deviceSn });
      const writable = await trx
        .selectFrom('deviceVariable')
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
    const variables = await telemetry.variables(
      tenantId,
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
      control_list(trx, { ...query, variableSns: query.variableSns?.split(',') }),
    ),

  controlRequest: ({ body: { sn, value } }, ctx) => control_request(ctx, sn, value),
} satisfies Partial<Calls<CallContext>>;
