/** Prices and energy labels of a demo station. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { AnyTrx } from '../../server/platform/db/tables/anyTable.ts';
import type { TariffBand } from '../simulator/site.ts';
import type { DemoStation } from './sites.ts';

const FEED_IN_PRICE = 0.4153;
/** The prices of earlier years relative to those of this year. */
const EARLIER = 0.96;
const PRICE_DECIMALS = 4;

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const periodsOf = (tariff: readonly TariffBand[], factor: number): string =>
  JSON.stringify(
    tariff.map(({ from, to, period, price }) => ({
      start: clock(from),
      end: clock(to),
      band: period,
      price: Number((price * factor).toFixed(PRICE_DECIMALS)),
    })),
  );

/** Monthly price of a kW of demand. A large transformer is billed by its kVA instead. */
const DEMAND_PRICE: Readonly<Record<string, number>> = { CNY: 38, MYR: 30.3, AUD: 12.85 };
const CAPACITY_PRICE = 23.5;
const LARGE_KVA = 3000;
/** With this currency, the grid operator bills at least four fifths of the previous month's demand. */
const RATCHET = { currency: 'AUD', ratchet: 80, ratchetMonths: 1 };

function gridPrice({ site: { grid }, currency, since }: DemoStation) {
  if (grid.transformer > LARGE_KVA)
    return { chargeType: 'capacity', effectiveFrom: since, price: CAPACITY_PRICE };
  const price = DEMAND_PRICE[currency] ?? 0;
  const ratchet =
    currency === RATCHET.currency
      ? { ratchet: RATCHET.ratchet, ratchetMonths: RATCHET.ratchetMonths }
      : { ratchet: null, ratchetMonths: null };
  return { chargeType: 'demand', effectiveFrom: since, price, ...ratchet };
}

/** Creates the tariffs. They changed with the year, as an example of a bill across both years. */
async function seedTariffs(trx: AnyTrx, station: DemoStation, year: number): Promise<void> {
  const { tenantId, site, since, currency } = station;
  const common = { tenantId, stationSn: site.sn, currency };
  const now = { ...common, chargeType: 'energy', effectiveFrom: `${year}-01-01`, price: null };
  await trx
    .insertInto('stationChargeConfig')
    .values([
      { ...now, effectiveFrom: since, periods: periodsOf(site.tariff, EARLIER) },
      { ...now, periods: periodsOf(site.tariff, 1) },
      { ...common, chargeType: 'feedIn', effectiveFrom: since, price: FEED_IN_PRICE, periods: null },
      { ...common, ...gridPrice(station), periods: null },
    ])
    .execute();
}

interface LabelSeed {
  name: Text;
  labelType: string;
  /** Devices and codes of its meters. */
  meters?: readonly string[];
  children?: readonly Omit<LabelSeed, 'labelType' | 'children'>[];
}

function labelsOf({ site }: DemoStation): LabelSeed[] {
  return [
    {
      name: { zh: '站点用电', en: 'Consumption of the station' },
      labelType: 'area',
      children: [
        { name: { zh: '厂区负荷', en: 'Site load' }, meters: ['LOAD-energy'] },
        { name: { zh: '储能充电', en: 'Battery charging' }, meters: ['PCS-chargeEnergy'] },
        { name: { zh: '站内损耗', en: 'Losses' }, meters: ['EMS-lossEnergy'] },
      ],
    },
    {
      name: { zh: '光伏发电', en: 'PV generation' },
      labelType: 'equipment',
      children: site.arrays.map(({ device }, index) => ({
        name: { zh: `${index + 1} 号逆变器`, en: `Inverter ${index + 1}` },
        meters: [`${device}-energy`],
      })),
    },
  ];
}

async function seedLabels(trx: AnyTrx, station: DemoStation, lang: SourceLang): Promise<void> {
  const { tenantId, site } = station;
  const type = await trx
    .selectFrom('energyType')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('code', '=', 'electricity')
    .executeTakeFirst();
  if (!type) return;
  const insert = (label: Omit<LabelSeed, 'children'>, parentId: number | null) =>
    trx
      .insertInto('energyLabel')
      .values({
        tenantId,
        stationSn: site.sn,
        energyTypeId: type.id,
        labelType: label.labelType,
        parentId,
        name: label.name[lang],
        variables: JSON.stringify((label.meters ?? []).map((meter) => `${site.sn}-${meter}`)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  for (const label of labelsOf(station)) {
    const { id } = await insert(label, null);
    for (const child of label.children ?? [])
      await insert({ ...child, labelType: label.labelType }, Number(id));
  }
}

export async function seedEnergy(
  trx: AnyTrx,
  station: DemoStation,
  lang: SourceLang,
  now: number,
): Promise<void> {
  await seedTariffs(trx, station, new Date(now).getUTCFullYear());
  await seedLabels(trx, station, lang);
}
