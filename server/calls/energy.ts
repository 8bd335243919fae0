import type { Calls } from '../../generated/calls.ts';
import { dictionaries } from '../../generated/dictionaries.ts';
import { type Bucket, period_around, time_parse } from '../../runtime/core/timeWindow.ts';
import { engineContext } from '../access/engine.ts';
import { seen } from '../access/records.ts';
import type { HandlerContext } from '../context.ts';
import { dictionary_read } from '../dictionary/entries.ts';
import { social_contribution } from '../energy/contribution.ts';
import {
  currency_of,
  ENERGY_UNIT,
  electricity_charge,
  tariff_windows,
  tariffs_read,
  window_ofQuestion,
} from '../energy/electricity.ts';
import {
  label_branch,
  label_shares,
  label_totals,
  label_trend,
  labels_read,
  title_of,
} from '../energy/labels.ts';
import { label_trees } from '../energy/labelTree.ts';
import { prices_csv } from '../energy/priceExport.ts';
import { AppError } from '../http/errors.ts';
import { day_in } from '../stations/details.ts';
import { requireStation } from '../stations/open.ts';
import { time_check } from '../telemetry/needs.ts';
import { variablesSeen } from '../telemetry/seen.ts';
import { disposition } from './upload.ts';

const NOON = '12:00:00';
const PERIOD_BUCKET = { DAY: 'hour', MONTH: 'day', YEAR: 'month' } as const satisfies Record<string, Bucket>;

/** The day, month or year of a station that holds a date; the one of now without it. */
const period_of =
  (date: string | undefined, type: keyof typeof PERIOD_BUCKET) =>
  (zone: string): { from: number; to: number; bucket: Bucket } => {
    const ts = date === undefined ? Date.now() : time_check(time_parse(`${date} ${NOON}`, zone));
    return { ...period_around(ts, type, zone), bucket: PERIOD_BUCKET[type] };
  };

const month_of = (month: string | undefined) => period_of(month && `${month}-15`, 'MONTH');

/** The dimensions of the tenant, in its own order; switched-off ones are left out. */
async function dimensions_read(ctx: HandlerContext) {
  const { session, lang } = ctx;
  const dictionary = await engineContext(ctx).db.tenant(session.tenantId, (trx) =>
    dictionary_read(trx, session.tenantId, 'energyLabelType'),
  );
  return (dictionary?.entries ?? []).flatMap(({ value, title, disabled }) =>
    disabled ? [] : [{ value: String(value), title: title[lang] }],
  );
}

const TARIFF_KINDS = ['energy', 'feedIn'] as const;
const entry_title = (name: 'stationChargeType' | 'tariffBand', value: string, lang: HandlerContext['lang']) =>
  dictionaries[name].entries.find((one) => one.value === value)?.title[lang] ?? value;

export const energyCalls = {
  energyLabelTotals: ({ body }, ctx) => label_totals(ctx, body),
  energyLabelShares: ({ body }, ctx) => label_shares(ctx, body),
  energyLabelTrend: ({ body }, ctx) => label_trend(ctx, body),
  energyLabelBranch: ({ body }, ctx) => label_branch(ctx, body),

  async electricityCharge({ body }, ctx) {
    const { bands, currency, meters, energy, cost } = await electricity_charge(ctx, {
      ...body,
      windowOf: () => window_ofQuestion(body, 'total'),
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
    electricity_charge(ctx, { ...body, windowOf: () => window_ofQuestion(body, body.bucket) }),

  electricityMonths: ({ path: { stationSn }, query: { year } }, ctx) =>
    electricity_charge(ctx, { stationSn, windowOf: period_of(year && `${year}-06-15`, 'YEAR') }),

  electricityDays: ({ path: { stationSn }, query: { month } }, ctx) =>
    electricity_charge(ctx, { stationSn, windowOf: month_of(month) }),

  async electricityDegrees({ path: { stationSn }, query: { month } }, ctx) {
    const { time_keys, energies } = await electricity_charge(ctx, { stationSn, windowOf: month_of(month) });
    return { unit: ENERGY_UNIT, time_keys, datas: energies };
  },

  /** The energy of an hour is its mean power. */
  async electricityLoad({ path: { stationSn }, query: { date } }, ctx) {
    const { time_keys, energies } = await electricity_charge(ctx, {
      stationSn,
      role: 'load',
      windowOf: period_of(date, 'DAY'),
    });
    return { unit: 'kW', time_keys, datas: energies };
  },

  energyDimensions: (_input, ctx) => dimensions_read(ctx),

  async energyDimensionTree({ query: { stationSn } }, ctx) {
    const { db, session } = ctx;
    const dimensions = await dimensions_read(ctx);
    const labels = await db.tenant(session.tenantId, (trx) => labels_read(trx, session, { stationSn }));
    return dimensions.map(({ value, title }) => ({
      value,
      title,
      labels: label_trees(labels.filter(({ labelType }) => labelType === value)),
    }));
  },

  energyLabelTree: ({ path: { id }, query: { stationSn } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) =>
      label_trees(await labels_read(trx, session, { energyTypeId: id, stationSn })),
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
      const labels = await labels_read(trx, session, { stationSn: station.sn });
      const types = await trx
        .selectFrom(seen(trx, session, 'energyType').as('t'))
        .select(['id', 'code', 'name', 'nameEn', 'unit'])
        .orderBy('sort')
        .orderBy('id')
        .execute();
      return types.flatMap((type) => {
        const amount = labels.filter(({ energyTypeId }) => energyTypeId === type.id).length;
        const { id: typeId, code, unit } = type;
        return amount === 0 ? [] : [{ id: typeId, code, name: title_of(type, lang), unit, labels: amount }];
      });
    }),

  async electricityPriceConfig({ query: { stationSn, date } }, ctx) {
    const day = (zone: string) => ({ ...period_of(date, 'DAY')(zone), bucket: 'total' as const });
    const { zone, bounds, windows } = await tariff_windows(ctx, stationSn, 'energy', day);
    return {
      date: day_in(zone, bounds[0]!),
      timeZone: zone,
      currency: currency_of(windows),
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
        const own = await tariffs_read(trx, session, stationSn, kind, 'export');
        kinds.push(...own.map((one) => ({ ...one, title: entry_title('stationChargeType', kind, lang) })));
      }
      return kinds;
    });
    const name = `${lang === 'zh' ? '电价' : 'Prices'} ${stationSn}.csv`;
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition('attachment', name),
    });
    return Buffer.from(prices_csv(tariffs, lang, (band) => entry_title('tariffBand', band, lang)));
  },

  socialContribution: ({ path: { stationSn }, query: { role = 'pv', from, to } }, ctx) =>
    social_contribution(ctx, { stationSn, role, from, to }),
} satisfies Partial<Calls<HandlerContext>>;
