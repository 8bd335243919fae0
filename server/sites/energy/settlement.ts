/** Computes what a customer owes for a month of a station from meters, bills and settlement terms. */
import type { Data } from '../../../generated/calls.ts';
import { isoLocal, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import { openStation } from '../stations/open.ts';
import { readElectricityCharge } from './electricity.ts';
import type { MeterContext } from './meters.ts';
import {
  type Counted,
  dayOf,
  monthDays,
  type SettleSpan,
  type SettleTerm,
  settleSpan,
  settleTotals,
  spansOf,
} from './settle.ts';

type Settlement = Data<'stationSettlement'>;
type Line = Settlement['lines'][number];

const KIND_ORDER = ['savingShare', 'selfUse', 'feedIn', 'serviceFee'];
const MONTH_LENGTH = 'YYYY-MM'.length;

type MeterRole = 'charge' | 'discharge' | 'gridExport' | 'pv';

interface Term extends SettleTerm {
  id: number;
}

/** The values of terms that need no meter readings. */
const NOTHING: Counted & { currency: string | null } = {
  ...{ energy: null, charged: null, discharged: null, currency: null },
};

/** Reads consumption and bills for the days of a term. The bills equal those on the pages of the station. */
async function countSpan(
  ctx: MeterContext,
  stationSn: string,
  zone: string,
  { term, from, last }: SettleSpan,
): Promise<typeof NOTHING> {
  const window = { from: startDate(dayOf(from), zone), to: startDate(dayOf(last) + 1, zone) };
  const read = (role: MeterRole) =>
    readElectricityCharge(ctx, {
      stationSn,
      role,
      windowOf: () => ({ ...window, bucket: 'total' as const }),
    });
  if (term.kind === 'savingShare') {
    const [charge, discharge] = [await read('charge'), await read('discharge')];
    return {
      ...NOTHING,
      ...{ charged: charge.cost, discharged: discharge.cost, currency: charge.currency },
    };
  }
  if (term.kind === 'serviceFee') return NOTHING;
  const fedIn = await read('gridExport');
  if (term.kind === 'feedIn') return { ...NOTHING, energy: fedIn.energy };
  const made = (await read('pv')).energy;
  return { ...NOTHING, energy: made === null ? null : Math.max(0, made - (fedIn.energy ?? 0)) };
}

/** Returns the lines and sums for the month of a date. The default is the station's current month. */
export async function readSettlement(
  ctx: MeterContext,
  { stationSn, at }: { stationSn: string; at?: string | undefined },
): Promise<Settlement> {
  const { db, session } = ctx;
  const { zone, terms } = await db.tenant(session.tenantId, async (trx) => {
    const { timeZone } = await openStation(trx, ctx, { sn: stationSn });
    const rows = await trx
      .selectFrom(seen(trx, session, 'settlePrice').as('s'))
      .select(['s.id', 's.kind', 's.effectiveFrom', 's.currency', 's.share', 's.price', 's.fee'])
      .where('s.stationSn', '=', stationSn)
      .execute();
    return { zone: timeZone, terms: rows as Term[] };
  });
  const month = (at ?? isoLocal(Date.now(), zone)).slice(0, MONTH_LENGTH);
  const { first, end } = monthDays(month);
  const spans = spansOf(terms, month).toSorted(
    (a, b) => KIND_ORDER.indexOf(a.term.kind) - KIND_ORDER.indexOf(b.term.kind) || (a.from < b.from ? -1 : 1),
  );
  const lines: Line[] = [];
  for (const span of spans) {
    const { currency, ...counted } = await countSpan(ctx, stationSn, zone, span);
    const { id, kind, share, price, fee } = span.term;
    lines.push({
      ...{ id, kind: kind as Line['kind'], from: span.from, last: span.last },
      ...{ currency: currency ?? span.term.currency, share, price, fee },
      ...{ charged: counted.charged, discharged: counted.discharged },
      ...settleSpan(span, counted, end - first),
    });
  }
  const isOver = startDate(end, zone) <= Date.now();
  return { month, timeZone: zone, over: isOver, lines, totals: settleTotals(lines) };
}
