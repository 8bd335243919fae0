import type { components } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { listControl } from '../sites/control/commands.ts';
import { requestControl } from '../sites/control/request.ts';
import { readGenerationUnits } from '../sites/generation/index.ts';
import { readBatteryCells } from '../sites/overview/batteryCells.ts';
import { deviceFigures, photovoltaicTrend, readPhotovoltaicKeyData } from '../sites/overview/photovoltaic.ts';
import { devicesBrief, ONLINE, readStationStatus } from '../sites/overview/status.ts';
import { readStationDetails } from '../sites/stations/details.ts';
import { openStation, requireStation } from '../sites/stations/open.ts';
import { variablesSeen } from '../sites/telemetry/variableAccess.ts';

type ValueState = components['schemas']['ValueState'];

const readStatus = (ctx: HandlerContext, sn: string) =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) =>
    readStationStatus(trx, ctx.session, await openStation(trx, ctx, { sn })),
  );

export const dashboardCalls = {
  stationStatus: ({ path: { sn } }, ctx) => readStatus(ctx, sn),

  stationDetails: ({ path: { sn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => readStationDetails(trx, ctx, sn)),

  stationDetailsWithStatus: async ({ path: { sn } }, ctx) => ({
    details: await ctx.db.tenant(ctx.session.tenantId, (trx) => readStationDetails(trx, ctx, sn)),
    status: await readStatus(ctx, sn),
  }),

  photovoltaicKeyData: ({ query: { stationSn } }, ctx) => readPhotovoltaicKeyData(ctx, stationSn),

  photovoltaicWeather: ({ query: { stationSn } }, ctx) => deviceFigures(ctx, stationSn, 'weather'),

  photovoltaicInverterData: ({ query: { stationSn } }, ctx) => deviceFigures(ctx, stationSn, 'inverter'),

  generationUnits: ({ query }, ctx) => readGenerationUnits(ctx, query),

  batteryCells: ({ query: { stationSn } }, ctx) => readBatteryCells(ctx, stationSn),

  photovoltaicPowerTrend: ({ query: { stationSn, date } }, ctx) => photovoltaicTrend(ctx, stationSn, date),

  async controlVariables({ query: { stationSn, deviceSn, variableSns } }, ctx) {
    const { db, session, telemetry } = ctx;
    const { tenantId } = session;
    const { rows, devices } = await db.tenant(tenantId, async (trx) => {
      if (stationSn !== undefined) await requireStation(trx, session, { sn: stationSn });
      const devices = await devicesBrief(trx, session, seen(trx, session, 'device', 'get'), {
        stationSn,
        ...(deviceSn === undefined ? {} : { deviceSns: [deviceSn] }),
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
      return { rows: writable, devices: new Map(devices.map((device) => [device.sn, device])) };
    });
    const shownVariables = rows.flatMap(({ sn, states, ...row }) =>
      sn === null || !devices.has(row.deviceSn)
        ? []
        : [{ sn, states: states as ValueState[] | null, ...row }],
    );
    const variables = await variablesSeen(
      ctx,
      shownVariables.map(({ sn }) => sn),
    );
    const readings = new Map(telemetry.latest(variables).map((reading) => [reading.sn, reading]));
    return shownVariables.map((row) => {
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
      listControl(trx, session, { ...query, variableSns: query.variableSns?.split(',') }),
    ),

  controlRequest: ({ body: { sn, value } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => requestControl(ctx, trx, { variableSn: sn, value })),
} satisfies Partial<Calls<HandlerContext>>;
