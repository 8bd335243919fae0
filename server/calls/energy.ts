import type { Calls } from '../../generated/calls.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { pickText } from '../../runtime/core/text/pickText.ts';
import { type Bucket, parseTime, periodAround } from '../../runtime/core/time/timeWindow.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readDictionary } from '../engine/dictionary/entries.ts';
import { AppError } from '../platform/errors/errors.ts';
import { disposition } from '../platform/files/disposition.ts';
import { readSocialContribution } from '../sites/energy/contribution.ts';
import {
  currencyOf,
  ENERGY_UNIT,
  readElectricityCharge,
  readTariffs,
  tariffWindows,
  windowOfQuestion,
} from '../sites/energy/electricity.ts';
import {
  labelBranch,
  labelShares,
  labelTotals,
  labelTrend,
  readLabels,
  titleOf,
} from '../sites/energy/labels.ts';
import { labelTrees } from '../sites/energy/labelTree.ts';
import { pricesCsv } from '../sites/energy/priceExport.ts';
import { readBill } from '../sites/energy/readBill.ts';
import { readSettlement } from '../sites/energy/settlement.ts';
import { dayIn } from '../sites/stations/details.ts';
import { requireStation } from '../sites/stations/open.ts';
import { checkTime } from '../sites/telemetry/read/needs.ts';
import { variablesSeen } from '../sites/telemetry/variableAccess.ts';

const PRICES = { zh: '电价', en: 'Prices' };

const NOON = '12:00:00';
const PERIOD_BUCKET = { DAY: 'hour', MONTH: 'day', YEAR: 'month' } as const satisfies Record<string, Bucket>;

/**
 * Returns the day, month or year of a station that contains a date. Without a date, it is the current one.
 */
const periodOf =
  (date: string | undefined, type: keyof typeof PERIOD_BUCKET) =>
  (zone: string): { from: number; to: number; bucket: Bucket } => {
    const ts = date === undefined ? Date.now() : checkTime(parseTime(`${date} ${NOON}`, zone));
    return { ...periodAround(ts, type, zone), bucket: PERIOD_BUCKET[type] };
  };

const monthOf = (month: string | undefined) => periodOf(month && `${month}-15`, 'MONTH');

/** Returns the dimensions of the tenant in the tenant's order. Disabled dimensions are left out. */
async function readDimensions(ctx: HandlerContext) {
  const { session, lang } = ctx;
  const dictionary = await engineContext(ctx).db.tenant(session.tenantId, (trx) =>
    readDictionary(trx, session.tenantId, 'energyLabelType'),
  );
  return (dictionary?.entries ?? []).flatMap(({ value, title, disabled }) =>
    disabled ? [] : [{ value: String(value), title: pickText(title, lang) }],
  );
}

const TARIFF_KINDS = ['energy', 'feedIn'] as const;
const entryTitle = (name: 'stationChargeType' | 'tariffBand', value: string, lang: HandlerContext['lang']) =>
  pickText(dictionaries[name].entries.find((entry) => entry.value === value)?.title, lang) ?? value;

export const energyCalls = {
  energyLabelTotals: ({ body }, ctx) => labelTotals(ctx, body),
  energyLabelShares: ({ body }, ctx) => labelShares(ctx, body),
  energyLabelTrend: ({ body }, ctx) => labelTrend(ctx, body),
  energyLabelBranch: ({ body }, ctx) => labelBranch(ctx, body),

  async electricityCharge({ body }, ctx) {
    const { bands, currency, meters, energy, cost } = await readElectricityCharge(ctx, {
      ...body,
      windowOf: () => windowOfQuestion(body, 'total'),
    });
    return {
      currency,
      meters,
      energy,
      cost,
      bands: bands.map(({ band, energy: kWh, cost: amount, prices }) => ({
        band,
        energy: kWh,
        cost: amount,
        prices,
      })),
    };
  },

  electricityChargeTrend: ({ body }, ctx) =>
    readElectricityCharge(ctx, { ...body, windowOf: () => windowOfQuestion(body, body.bucket) }),

  electricityMonths: ({ path: { stationSn }, query: { year } }, ctx) =>
    readElectricityCharge(ctx, { stationSn, windowOf: periodOf(year && `${year}-06-15`, 'YEAR') }),

  electricityDays: ({ path: { stationSn }, query: { month } }, ctx) =>
    readElectricityCharge(ctx, { stationSn, windowOf: monthOf(month) }),

  async electricityDegrees({ path: { stationSn }, query: { month } }, ctx) {
    const { time_keys, energies } = await readElectricityCharge(ctx, { stationSn, windowOf: monthOf(month) });
    return { unit: ENERGY_UNIT, time_keys, datas: energies };
  },

  /** The energy of an hour in kWh equals its mean power in kW. */
  async electricityLoad({ path: { stationSn }, query: { date } }, ctx) {
    const { time_keys, energies } = await readElectricityCharge(ctx, {
      stationSn,
      role: 'load',
      windowOf: periodOf(date, 'DAY'),
    });
    return { unit: 'kW', time_keys, datas: energies };
  },

  stationBill: ({ query }, ctx) => readBill(ctx, query),

  stationSettlement: ({ query }, ctx) => readSettlement(ctx, query),

  energyDimensions: (_input, ctx) => readDimensions(ctx),

  async energyDimensionTree({ query: { stationSn } }, ctx) {
    const { db, session } = ctx;
    const dimensions = await readDimensions(ctx);
    const labels = await db.tenant(session.tenantId, (trx) => readLabels(trx, session, { stationSn }));
    return dimensions.map(({ value, title }) => ({
      value,
      title,
      labels: labelTrees(labels.filter(({ labelType }) => labelType === value)),
    }));
  },

  energyLabelTree: ({ path: { id }, query: { stationSn } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) =>
      labelTrees(await readLabels(trx, session, { energyTypeId: id, stationSn })),
    ),

  async energyLabelVariables({ path: { id } }, ctx) {
    const { db, session } = ctx;
    const label = await db.tenant(session.tenantId, (trx) =>
      trx
        .selectFrom(seen(trx, session, 'energyLabel', 'get').as('l'))
        .select('l.variables')
        .where('l.id', '=', id)
        .executeTakeFirst(),
    );
    if (!label) throw new AppError('energy.noLabel');
    const variables = await variablesSeen(ctx, (label.variables ?? []) as string[]);
    return variables.map(({ sn, name, deviceSn, unit }) => ({ sn, name, deviceSn, unit }));
  },

  energyTypesOfStation: ({ path: { id } }, { db, session, lang }) =>
    db.tenant(session.tenantId, async (trx) => {
      const station = await requireStation(trx, session, { id });
      const labels = await readLabels(trx, session, { stationSn: station.sn });
      const types = await trx
        .selectFrom(seen(trx, session, 'energyType').as('t'))
        .select(['id', 'code', 'name', 'nameEn', 'unit'])
        .orderBy('sort')
        .orderBy('id')
        .execute();
      return types.flatMap((type) => {
        const amount = labels.filter(({ energyTypeId }) => energyTypeId === type.id).length;
        const { id: typeId, code, unit } = type;
        return amount === 0 ? [] : [{ id: typeId, code, name: titleOf(type, lang), unit, labels: amount }];
      });
    }),

  async electricityPriceConfig({ query: { stationSn, date } }, ctx) {
    const day = (zone: string) => ({ ...periodOf(date, 'DAY')(zone), bucket: 'total' as const });
    const { zone, bounds, windows } = await tariffWindows(ctx, stationSn, 'energy', day);
    return {
      date: dayIn(zone, bounds[0]!),
      timeZone: zone,
      currency: currencyOf(windows),
      windows: windows.map(({ from, to, band, price }) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        band,
        price: price === null ? null : String(price),
      })),
    };
  },

  async electricityPriceExport({ query: { stationSn } }, { db, session, lang, reply }) {
    const tariffs = await db.tenant(session.tenantId, async (trx) => {
      await requireStation(trx, session, { sn: stationSn });
      const kinds = [];
      for (const kind of TARIFF_KINDS) {
        const exports = await readTariffs(trx, session, stationSn, kind, 'export');
        kinds.push(
          ...exports.map((tariff) => ({ ...tariff, title: entryTitle('stationChargeType', kind, lang) })),
        );
      }
      return kinds;
    });
    const name = `${pickText(PRICES, lang)} ${stationSn}.csv`;
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition('attachment', name),
    });
    return Buffer.from(pricesCsv(tariffs, lang, (band) => entryTitle('tariffBand', band, lang)));
  },

  socialContribution: ({ path: { stationSn }, query: { role = 'pv', from, to } }, ctx) =>
    readSocialContribution(ctx, { stationSn, role, from, to }),
} satisfies Partial<Calls<HandlerContext>>;
