/** Power quality of a station: limits, current values, months (C713, C714, C754–C757). */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { named, seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { tenantName } from '../engine/documents/index.ts';
import { deleteRecord } from '../engine/entities/write/write.ts';
import { turnOf } from '../engine/turn.ts';
import { readMonth, readUnbalance, realtimeOf, settingOf } from '../sites/quality/figures.ts';
import { makeMonthFile } from '../sites/quality/files.ts';
import { readQualityStation } from '../sites/quality/station.ts';
import { headersOf } from '../sites/reports/files.ts';
import { variablesSeen } from '../sites/telemetry/variableAccess.ts';

const readSetting = async (ctx: HandlerContext, id: number) =>
  settingOf(await readQualityStation(ctx, { id }), ctx.lang);

/** Finds the record with the limits of a station that the caller may delete. Null if there is none. */
const findOwn = (ctx: HandlerContext, stationSn: string): Promise<number | null> =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const row = await trx
      .selectFrom(seen(trx, ctx.session, 'qualityThreshold', 'delete').as('q'))
      .select('q.id')
      .where('q.stationSn', '=', stationSn)
      .executeTakeFirst();
    return row?.id ?? null;
  });

async function stationsOf(ctx: HandlerContext, sns: readonly string[]): Promise<string[]> {
  return [...new Set((await variablesSeen(ctx, sns)).map(({ stationSn }) => stationSn))];
}

export const powerQualityCalls = {
  qualityThresholdGetSetting: ({ path: { id } }, ctx) => readSetting(ctx, id),

  async qualityThresholdReset({ path: { id } }, ctx) {
    const { sn } = await readQualityStation(ctx, { id });
    const own = await findOwn(ctx, sn);
    if (own !== null) await deleteRecord(engineContext(ctx), entityOf('qualityThreshold'), own);
    return readSetting(ctx, id);
  },

  async qualityVariables({ query: { stationSn, group } }, ctx) {
    const { variables } = await readQualityStation(ctx, { sn: stationSn }, group);
    return variables.map(({ variable: { sn, name, deviceSn, unit }, role }) => ({
      ...{ sn, name, deviceSn, unit },
      ...role,
    }));
  },

  async qualityVariablesBrief({ query: { stationSn, group } }, ctx) {
    const { variables } = await readQualityStation(ctx, { sn: stationSn }, group);
    return variables.map(({ variable: { sn, name } }) => ({ sn, name }));
  },

  async qualityRealtime({ body: { stationSn, sns } }, ctx) {
    const stations = stationSn === undefined ? await stationsOf(ctx, sns ?? []) : [stationSn];
    const values = [];
    for (const sn of stations) values.push(...realtimeOf(ctx, await readQualityStation(ctx, { sn })));
    const requested = sns && new Set(sns);
    return requested ? values.filter(({ sn }) => requested.has(sn)) : values;
  },

  qualityMonth: ({ query: { stationSn, month } }, ctx) => readMonth(ctx, stationSn, month),

  async qualityMonthFile({ query: { stationSn, month, format } }, ctx) {
    const { db, session, lang, reply } = ctx;
    const found = await readMonth(ctx, stationSn, month);
    const { name, from } = await db.tenant(session.tenantId, async (trx) => {
      const station = await trx
        .selectFrom(named(trx, session, 'station').as('s'))
        .select('s.name')
        .where('s.sn', '=', stationSn)
        .executeTakeFirst();
      return { name: station?.name ?? stationSn, from: await tenantName(trx, session.tenantId, lang) };
    });
    const turn = turnOf(ctx, 'paper');
    const file = await makeMonthFile(found, format, { stationName: name, from, lang, turn });
    reply.headers(headersOf(file));
    return file.content;
  },

  qualityUnbalance: ({ query: { stationSn, ...window } }, ctx) => readUnbalance(ctx, stationSn, window),
} satisfies Partial<Calls<HandlerContext>>;
