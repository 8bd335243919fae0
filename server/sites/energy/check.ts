/** Checks of tariffs and labels that the definitions cannot express. */
import { sql } from 'kysely';
import { findEnergyPrice, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { DAY_MS } from '../../../runtime/core/time/timeWindow.ts';
import type { EntityHooks } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { findTariff, hoursOfDay, type PriceRow, readDayTariffs, timeRows } from './dayPrices.ts';
import { type PowerFactorStep, stepsProblem } from './powerFactor.ts';
import { minuteOf, type PricePeriod } from './priceClock.ts';

const DAY_MINUTES = 24 * 60;

/** Returns the parts of the day that a period covers. A period that passes midnight has two parts. */
function partsOf({ start, end }: PricePeriod): [number, number][] {
  const [from, to] = [minuteOf(start), minuteOf(end)];
  return from < to
    ? [[from, to]]
    : (
        [
          [from, DAY_MINUTES],
          [0, to],
        ] satisfies [number, number][]
      ).filter(([a, b]) => a < b);
}

/** Returns the index of an invalid or overlapping period. Null if every time of day has at most one price. */
export function periodsProblem(periods: readonly PricePeriod[]): number | null {
  const occupied: [number, number][] = [];
  for (const [index, period] of periods.entries()) {
    const { start, end } = period;
    const beyond = minuteOf(start) >= DAY_MINUTES || minuteOf(end) > DAY_MINUTES;
    if (beyond || minuteOf(start) === minuteOf(end)) return index;
    const parts = partsOf(period);
    if (parts.some(([from, to]) => occupied.some(([a, b]) => from < b && a < to))) return index;
    occupied.push(...parts);
  }
  return null;
}

/** Throws unless each step of the power factor has a distinct limit beyond the agreed power factor. */
function checkSteps({ powerFactor, powerFactorSteps }: Values): void {
  const steps = powerFactorSteps as PowerFactorStep[] | null | undefined;
  const place = steps ? stepsProblem(Number(powerFactor), steps) : null;
  if (place !== null)
    throw new AppError('energy.badStep', { place: place + 1 }, { field: `/powerFactorSteps/${place}/to` });
}

export function checkTariff(values: Values): Values {
  checkSteps(values);
  const periods = values.periods as PricePeriod[] | null | undefined;
  const problemAt = periods ? periodsProblem(periods) : null;
  if (problemAt !== null)
    throw new AppError('energy.badPeriods', { place: problemAt + 1 }, { field: `/periods/${problemAt}` });
  return values;
}

const HOURLY_TYPES: ReadonlySet<unknown> = new Set(['energy', 'feedIn']);

/**
 * Hourly prices come from a price variable of the station in the tariff's currency. Such a tariff has no other prices.
 */
async function checkHourly(trx: Trx, values: Values): Promise<void> {
  const { priceVariable, price, periods, chargeType, currency, stationSn } = values;
  if (typeof priceVariable !== 'string' || priceVariable === '') return;
  const at = { field: '/priceVariable' };
  if (!HOURLY_TYPES.has(chargeType)) throw new AppError('energy.hourlyType', {}, at);
  const isPriced = (price !== null && price !== undefined) || (Array.isArray(periods) && periods.length > 0);
  if (isPriced) throw new AppError('energy.hourlyAlone', {}, at);
  const variable = await trx
    .selectFrom('deviceVariable as v')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select('v.unit')
    .where('v.sn', '=', priceVariable)
    .where('d.stationSn', '=', String(stationSn))
    .executeTakeFirst();
  const priced = findEnergyPrice(variable?.unit ?? '');
  const fits = priced && (priced.currency === null || priced.currency === currency);
  if (!fits) throw new AppError('energy.noPrices', { sn: priceVariable, currency: String(currency) }, at);
}

/**
 * The prices of a day require a tariff with daily prices. Their number must match the day's hours, half hours or
 * quarter hours.
 */
async function checkDayPrices(trx: Trx, values: Values): Promise<PriceRow[]> {
  const { stationSn, chargeType, hours } = values;
  const day = String(values.day);
  const station = await trx
    .selectFrom('station')
    .select('timeZone')
    .where('sn', '=', String(stationSn))
    .executeTakeFirst();
  const tariffs = await readDayTariffs(trx, String(stationSn), String(chargeType));
  if (!station || !findTariff(tariffs, day)?.byHour)
    throw new AppError('energy.notByHour', { day }, { field: '/day' });
  const rows = hours as PriceRow[];
  const timed = timeRows(day, rows, station.timeZone);
  if (timed) return timed;
  const count = hoursOfDay(day, station.timeZone);
  throw new AppError('energy.dayHours', { day, hours: count, count: rows.length }, { field: '/hours' });
}

/** The source of a copied price is not stored. Source and copy are changed and deleted independently. */
const withoutSource = (values: Values): Values => ({ ...values, sameAs: null });

const KIND_OF = { stationChargeConfig: 'chargeType', settlePrice: 'kind' } as const;
type Priced = keyof typeof KIND_OF;
const dayBefore = (date: string): string =>
  new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Checks that a price is the only one of its kind with this start day. */
async function checkDay(trx: Trx, entity: Priced, values: Values, id: number | null): Promise<void> {
  const kind = KIND_OF[entity];
  const day = String(values.effectiveFrom);
  const [latest, next] = await trx
    .selectFrom(entity)
    .select(['id', 'effectiveFrom'])
    .where('stationSn', '=', String(values.stationSn))
    .where(sql.ref(kind), '=', String(values[kind]))
    .where('effectiveFrom', '>=', day)
    .orderBy('effectiveFrom')
    .limit(2)
    .execute();
  if (!latest || latest.effectiveFrom !== day || latest.id === id) return;
  const at = { field: '/effectiveFrom' };
  if (!next) throw new AppError('energy.priceThere', { from: day }, at);
  throw new AppError('energy.priceThereUntil', { from: day, until: dayBefore(next.effectiveFrom) }, at);
}

const PLACE = ['stationSn', 'energyTypeId', 'labelType'] as const;
const MAX_DEPTH = 20;

/** Checks that the parent of a label has the same station, energy type and dimension. Refuses cycles. */
async function checkParent(trx: Trx, values: Values, id: number | null): Promise<void> {
  let parentId = values.parentId as number | null | undefined;
  for (let depth = 0; typeof parentId === 'number'; depth += 1) {
    const parent = await trx
      .selectFrom('energyLabel')
      .select(['id', 'parentId', ...PLACE])
      .where('id', '=', parentId)
      .executeTakeFirst();
    const fits = parent && parent.id !== id && PLACE.every((name) => parent[name] === values[name]);
    if (!fits || depth > MAX_DEPTH) throw new AppError('energy.badParent', {}, { field: '/parentId' });
    parentId = parent.parentId;
  }
}

/** Checks that all values are metered at the station, in a unit of the energy type. Only such values can be summed. */
async function checkMeters(trx: Trx, values: Values): Promise<void> {
  const sns = (values.variables ?? []) as string[];
  if (sns.length === 0) return;
  const { unit } = await trx
    .selectFrom('energyType')
    .select('unit')
    .where('id', '=', Number(values.energyTypeId))
    .executeTakeFirstOrThrow(() => new AppError('energy.noType', {}, { field: '/energyTypeId' }));
  const rows = await trx
    .selectFrom('deviceVariable as v')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select(['v.sn', 'v.unit', 'v.kind'])
    .where('v.sn', 'in', sns)
    .where('d.stationSn', '=', String(values.stationSn))
    .execute();
  const fitting = rows.filter((row) => row.kind !== 'gauge' && unitFactor(row.unit ?? '', unit) !== null);
  const fittingSns = new Set(fitting.map(({ sn }) => sn));
  const index = sns.findIndex((sn) => !fittingSns.has(sn));
  if (index >= 0)
    throw new AppError('energy.noMeter', { sn: sns[index]!, unit }, { field: `/variables/${index}` });
}

/** Checks that the children still match their parent. */
async function checkChildren(trx: Trx, values: Values, id: number): Promise<void> {
  const child = await trx
    .selectFrom('energyLabel')
    .select(PLACE)
    .where('parentId', '=', id)
    .executeTakeFirst();
  if (child && PLACE.some((name) => child[name] !== values[name])) throw new AppError('energy.hasChildren');
}

export const energyHooks = {
  stationChargeConfig: {
    async beforeCreate(values, { trx }) {
      await checkDay(trx, 'stationChargeConfig', values, null);
      await checkHourly(trx, values);
      return withoutSource(checkTariff(values));
    },
    async beforeUpdate(values, before, { trx }) {
      const after = { ...before, ...values };
      await checkDay(trx, 'stationChargeConfig', after, Number(before.id));
      await checkHourly(trx, after);
      checkTariff(after);
      return withoutSource(values);
    },
  },
  dayPrice: {
    async beforeCreate(values, { trx }) {
      return { ...values, hours: await checkDayPrices(trx, values) };
    },
    async beforeUpdate(values, before, { trx }) {
      return { ...values, hours: await checkDayPrices(trx, { ...before, ...values }) };
    },
  },
  settlePrice: {
    async beforeCreate(values, { trx }) {
      await checkDay(trx, 'settlePrice', values, null);
      return values;
    },
    async beforeUpdate(values, before, { trx }) {
      await checkDay(trx, 'settlePrice', { ...before, ...values }, Number(before.id));
      return values;
    },
  },
  energyLabel: {
    async beforeCreate(values, { trx }) {
      await checkParent(trx, values, null);
      await checkMeters(trx, values);
      return values;
    },
    async beforeUpdate(values, before, { trx }) {
      const after = { ...before, ...values };
      await checkParent(trx, after, Number(before.id));
      await checkChildren(trx, after, Number(before.id));
      await checkMeters(trx, after);
      return values;
    },
  },
} satisfies Record<string, EntityHooks>;
