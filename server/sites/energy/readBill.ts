/** R056: the grid bill of a station for a month, from its meters and that month's prices. */
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { DAY_MS, isoLocal, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { type OpenStation, ofStation, openStation } from '../stations/open.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import {
  type Bill,
  type BillLine,
  type BillTerm,
  capacityLine,
  type Demanded,
  demandLine,
  powerFactorLine,
  savedDemand,
} from './bill.ts';
import {
  DEMAND_ROLES,
  type DemandRole,
  metersByRole,
  monthBefore,
  readDemandMonths,
} from './demandMonths.ts';
import { ENERGY_UNIT, readElectricityCharge } from './electricity.ts';
import { type MeterContext, metersOfRole, readMeters } from './meters.ts';
import { monthDays, type SettleSpan, settleTotals, spansOf } from './settle.ts';

type Span = SettleSpan<BillTerm>;

const KINDS = ['demand', 'capacity', 'powerFactor'] as const;
const MONTH_LENGTH = 'YYYY-MM'.length;
const REACTIVE_UNIT = 'kvarh';

async function readTerms(trx: ScopedTrx, ctx: MeterContext, stationSn: string): Promise<BillTerm[]> {
  const rows = await trx
    .selectFrom(seen(trx, ctx.session, 'stationChargeConfig').as('c'))
    .select(['chargeType as kind', 'effectiveFrom', 'currency', 'price', 'capacity', 'ratchet'])
    .select(['ratchetMonths', 'powerFactor', 'powerFactorSteps'])
    .where('stationSn', '=', stationSn)
    .where('chargeType', 'in', [...KINDS])
    .execute();
  return rows.map(({ powerFactorSteps, ...row }) => ({
    ...row,
    powerFactorSteps: powerFactorSteps as BillTerm['powerFactorSteps'],
  }));
}

/** Reads the total rating of the station's transformers in kVA. Null if no rating is entered. */
async function readRated(trx: ScopedTrx, station: OpenStation): Promise<number | null> {
  const { rated } = await trx
    .selectFrom(ofStation(trx, station, 'transformer').as('t'))
    .select(({ fn }) => fn.sum<number>('t.rating').as('rated'))
    .executeTakeFirstOrThrow();
  return rated === null ? null : Number(rated);
}

interface Month {
  stationSn: string;
  station: OpenStation;
  /** First day of the month. */
  day: string;
  window: { from: number; to: number };
  ofDays: number;
}

async function energyLines(ctx: MeterContext, { stationSn, window, day, ofDays }: Month) {
  const charge = await readElectricityCharge(ctx, {
    stationSn,
    windowOf: () => ({ ...window, bucket: 'total' as const }),
  });
  const last = new Date(Date.parse(day) + (ofDays - 1) * DAY_MS).toISOString().slice(0, day.length);
  const lines = charge.bands.map(
    ({ band, energy, cost, prices }): BillLine => ({
      ...{ kind: 'energy', band, from: day, last, quantity: energy, unit: ENERGY_UNIT, prices },
      ...{ ratchet: null, currency: charge.currency, amount: cost },
    }),
  );
  // A price without energy has no line. If no meter was read at all, the line shows the energy as unknown.
  const isUnread = charge.energy === null;
  return {
    energy: charge.energy,
    lines: lines.filter(({ quantity, prices }) => quantity !== null || (isUnread && prices.length > 0)),
  };
}

async function readDemanded(
  ctx: MeterContext,
  { stationSn, station, day, ofDays }: Month,
  spans: readonly Span[],
): Promise<{ demanded: Demanded[]; demand: Bill['demand'] }> {
  if (spans.length === 0) return { demanded: [], demand: null };
  const { tenantId } = ctx.session;
  const found = new Map<DemandRole, TelemetryVariable[]>();
  for (const role of DEMAND_ROLES) found.set(role, await metersOfRole(ctx, station, role, ENERGY_UNIT));
  const byRole = metersByRole((role) => found.get(role) ?? []);
  const back = Math.max(
    0,
    ...spans.map(({ term }) => (term.ratchet === null ? 0 : (term.ratchetMonths ?? 0))),
  );
  const months = Array.from({ length: back + 1 }, (_, ago) => monthBefore(day, ago));
  const meters = { tenantId, stationSn, zone: station.timeZone, byRole };
  const [month, ...past] = await readDemandMonths(ctx.db, meters, months);
  const demanded = spans.map((span) => demandLine(span, ofDays, month!, past));
  return { demanded, demand: savedDemand(month!, demanded) };
}

async function readReactive(ctx: MeterContext, { station, window }: Month): Promise<number | null> {
  const meters = await metersOfRole(ctx, station, 'reactive', REACTIVE_UNIT);
  const counted = await readMeters(ctx, meters, [window.from, window.to], {
    unit: REACTIVE_UNIT,
    zone: station.timeZone,
  });
  return sumExact([...counted.values()].map(([value = null]) => value));
}

/** Counts how often the station's counters fell in the month. Only counters that the caller may see are included. */
async function countFalls(ctx: MeterContext, { stationSn, window }: Month): Promise<number> {
  const [from, to] = [window.from, window.to].map((ts) => new Date(ts).toISOString());
  const { falls } = await ctx.db.tenant(ctx.session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, ctx.session, 'counterFall').as('f'))
      .select(({ fn }) => fn.countAll<number>().as('falls'))
      .where('stationSn', '=', stationSn)
      .where('afterAt', '>=', from!)
      .where('afterAt', '<', to!)
      .executeTakeFirstOrThrow(),
  );
  return Number(falls);
}

/** Returns the bill of the month of a date. The default is the station's current month. */
export async function readBill(
  ctx: MeterContext,
  { stationSn, at }: { stationSn: string; at?: string | undefined },
): Promise<Bill> {
  const { station, terms, rated } = await ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    return {
      station: opened,
      terms: await readTerms(trx, ctx, stationSn),
      rated: await readRated(trx, opened),
    };
  });
  const zone = station.timeZone;
  const name = (at ?? isoLocal(Date.now(), zone)).slice(0, MONTH_LENGTH);
  const { first, end } = monthDays(name);
  const window = { from: startDate(first, zone), to: startDate(end, zone) };
  const month: Month = { stationSn, station, day: `${name}-01`, window, ofDays: end - first };
  const spans = spansOf(terms, name).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const ofKind = (kind: (typeof KINDS)[number]) => spans.filter(({ term }) => term.kind === kind);
  const { energy, lines: energies } = await energyLines(ctx, month);
  const { demanded, demand } = await readDemanded(ctx, month, ofKind('demand'));
  const others = [
    ...energies,
    ...demanded.map(({ line }) => line),
    ...ofKind('capacity').map((span) => capacityLine(span, month.ofDays, rated)),
  ];
  // A month has one power factor. The terms of the last day apply to it.
  const [agreed] = ofKind('powerFactor').slice(-1);
  const factor = agreed
    ? powerFactorLine(
        { ...agreed, from: month.day },
        { active: energy, reactive: await readReactive(ctx, month) },
        others,
      )
    : null;
  const lines = factor ? [...others, factor.line] : others;
  return {
    ...{ month: name, timeZone: zone, over: window.to <= Date.now(), lines, demand },
    falls: await countFalls(ctx, month),
    powerFactor: factor?.judged ?? null,
    totals: settleTotals(
      lines.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }])),
    ),
  };
}
