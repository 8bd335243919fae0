/** Creates the demo's signed orders by their plan: signed, received, invoiced, and completed. */

import type { Values } from '../../runtime/core/rules/rule.ts';
import { stepKey } from '../../runtime/core/statistics/steps.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, rowsOf, type Sale } from '../maker.ts';
import { amountOf, cents, lineAbroad, linesOf, WORKED_DISCOUNT, workedLines } from './salesLines.ts';
import { INSTALMENTS, PROJECT, REPORTS } from './salesNames.ts';
import type { PlannedInvoice, PlannedOrder, PlannedPart } from './salesPlan.ts';
import { acceptedQuote } from './salesQuotes.ts';
import { invoiceWorked, receiveWorked } from './workedOrder.ts';

/** Orders up to this amount need no approval. */
const FREE = 50_000_000;
/** Days after the signing on which the paid instalments were due. */
const DUE_AFTER = [10, 60, 150];
/** Number of instalments that were paid by two receipts. */
const IN_TWO = 8;
/** Number of the first orders that were created without a quote. */
const UNQUOTED = 2;

/** A planned order with its customer and its day of signing. */
export interface Signing {
  order: PlannedOrder;
  customer: Row;
  signed: number;
  /** Its index among all orders. */
  at: number;
}

/** Counts over all orders. */
export interface Tally {
  inTwo: number;
  papers: number;
}

const dueOf = ({ due }: PlannedPart, at: number, signed: number, now: number): string =>
  dayOf(due === null ? signed + (DUE_AFTER[at] ?? 0) * DAY_MS : now + due * DAY_MS);

function bodyOf({ lang, now }: Sale, { order, customer, signed }: Signing): Values {
  const { gross, currency, isWorked, plan } = order;
  const lines = currency === 'CNY' ? linesOf(gross, lang) : lineAbroad(gross, lang);
  return {
    ...{ customerId: customer.id, name: `${customer.name} ${PROJECT[lang]}`, currency },
    ...(isWorked ? { lines: workedLines(lang), discount: WORKED_DISCOUNT } : { lines }),
    ...{ deliveryAt: dayOf(signed + 80 * DAY_MS), retention: 10 },
    plan: plan.map((part, at) => ({
      name: INSTALMENTS[at]!.name[lang],
      amount: amountOf(part.amount),
      due: dueOf(part, at, signed, now),
    })),
  };
}

/** Signs an order in the past. Moves cannot do this. */
async function signOrder(sale: Sale, order: Row, signed: number): Promise<void> {
  const { parts, tenantId, head } = sale;
  const maker = sale.makerOf(order);
  if (cents(order.gross) <= FREE) await maker.move('salesOrder', order.id, 'confirm');
  else {
    await maker.move('salesOrder', order.id, 'propose');
    await head.move('salesOrder', order.id, 'approve');
  }
  await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx)
      .updateTable('salesOrder')
      .set({ signedAt: new Date(signed).toISOString() })
      .where('id', '=', order.id)
      .execute(),
  );
}

/** Creates the receipts of the instalments: one for each instalment, two for some of them. */
async function receiveParts(
  sale: Sale,
  order: Row,
  plan: readonly PlannedPart[],
  tally: Tally,
): Promise<void> {
  const today = dayOf(sale.now);
  const instalments = await rowsOf(sale, 'orderPay', order.id);
  for (const [at, { received, amount }] of plan.entries()) {
    const { id: payId, due } = instalments[at]!;
    if (received === 0) continue;
    const isTwice = received === amount && tally.inTwo < IN_TWO;
    if (isTwice) tally.inTwo += 1;
    const first = isTwice ? Math.round(received * 0.4) : received;
    for (const [place, part] of [first, received - first].entries())
      if (part > 0)
        await sale.head.make('orderReceipt', {
          ...{ customerId: order.customerId, currency: order.currency, amount: amountOf(part) },
          date: String(due) < today ? due : today,
          bankReference: `T${payId}-${place + 1}`,
          matches: [{ payId, amount: amountOf(part) }],
        });
  }
}

interface Amounts {
  net: number;
  tax: number;
}

/** Returns an amount of a line with the tax of that line. */
function shareOf(gross: number, line: Row): Amounts {
  const net = Math.round((gross * 100) / (100 + Number(line.taxRate)));
  return { net, tax: gross - net };
}

const written = ({ net, tax }: Amounts) => ({ net: amountOf(net), tax: amountOf(tax) });

/** Returns an invoice. Its number is counted, because a number is never issued twice. */
function paperOf(tally: Tally, date: string, amounts: Amounts): Values {
  tally.papers += 1;
  return {
    number: `2432${String(1_000_000 + tally.papers * 7919).padStart(8, '0')}`,
    date,
    ...written(amounts),
  };
}

/** Splits a whole into two parts, the first with the given gross amount. */
function splitIn(whole: Amounts, gross: number): [Amounts, Amounts] {
  const share = gross / (whole.net + whole.tax);
  const net = Math.round(whole.net * share);
  const first = { net, tax: gross - net };
  return [first, { net: whole.net - first.net, tax: whole.tax - first.tax }];
}

const sumOf = (all: readonly Amounts[]): Amounts => ({
  net: all.reduce((sum, { net }) => sum + net, 0),
  tax: all.reduce((sum, { tax }) => sum + tax, 0),
});

/**
 * Issues the invoice of an application. If it replaces another invoice, a red-letter invoice has already reversed
 * that one.
 */
async function issue(
  sale: Sale,
  id: unknown,
  whole: Amounts,
  planned: PlannedInvoice,
  papers: (one: Amounts) => Values,
) {
  const { head } = sale;
  const split = planned.inTwo ? splitIn(whole, Math.round((whole.net + whole.tax) / 2)) : [whole];
  const { id: invoiceId } = await head.move('orderInvoice', id, 'issue', { records: split.map(papers) });
  return invoiceId;
}

async function replaceWrong(
  sale: Sale,
  id: unknown,
  whole: Amounts,
  papers: (one: Amounts) => Values,
): Promise<void> {
  const { parts, tenantId, head } = sale;
  const [paper] = await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).selectFrom('orderInvoiceRecord').select('id').where('invoiceId', '=', id).execute(),
  );
  const red = papers({ net: -whole.net, tax: -whole.tax });
  await head.move('orderInvoice', id, 'replace', { reason: '01', red: [{ ...red, redOfId: paper?.id }] });
}

async function makeInvoice(
  sale: Sale,
  { order, customer }: { order: Row; customer: Row },
  planned: PlannedInvoice,
  tally: Tally,
): Promise<void> {
  const { head } = sale;
  const maker = sale.makerOf(order);
  const all = await rowsOf(sale, 'orderLine', order.id);
  const lines =
    typeof planned.of === 'number'
      ? [{ line: all[0]!, ...shareOf(planned.of, all[0]!) }]
      : planned.of.map((at) => ({ line: all[at]!, net: cents(all[at]!.netAfter), tax: cents(all[at]!.tax) }));
  const whole = sumOf(lines);
  const papers = (amounts: Amounts) =>
    paperOf(tally, dayOf(sale.now - (tally.papers % 90) * DAY_MS), amounts);
  const apply = async () => {
    const { id } = await maker.make('orderInvoice', {
      ...{ orderId: order.id, kind: 'special', title: customer.name, taxNumber: customer.taxNumber },
      lines: lines.map(({ line, ...amounts }) => ({ orderLineId: line.id, ...written(amounts) })),
    });
    if (planned.state !== 'saved') await maker.move('orderInvoice', id, 'apply');
    return id;
  };
  if (planned.replaces) {
    const wrong = await apply();
    await issue(sale, wrong, whole, { ...planned, inTwo: false }, papers);
    await replaceWrong(sale, wrong, whole, papers);
  }
  const id = await apply();
  if (planned.state === 'rejected')
    await head.move('orderInvoice', id, 'reject', {
      rejectReason: sale.lang === 'zh' ? '抬头有误' : 'Wrong title',
    });
  if (planned.state === 'invoiced') await issue(sale, id, whole, planned, papers);
  if (planned.state !== 'invoicing') return;
  await head.move('orderInvoice', id, 'invoicing');
  const [first] = splitIn(whole, planned.issued ?? 0);
  await head.make('orderInvoiceRecord', { invoiceId: id, currency: order.currency, ...papers(first) });
}

/** Creates the documents of an order: the signed contract and a weekly report. */
async function fileOrder(sale: Sale, order: Row, { signed, at }: Signing): Promise<void> {
  const maker = sale.makerOf(order);
  const number = `HT-${dayOf(signed).slice(0, 4)}-${100 + at}`;
  await maker.make('contractFile', { orderId: order.id, number });
  const { progress, next } = REPORTS[at % REPORTS.length]!;
  const report = await maker.make('orderWeeklyReport', {
    ...{ orderId: order.id, week: stepKey(Math.floor(signed / DAY_MS) + 7, 'week') },
    ...{ progress: progress[sale.lang], next: next[sale.lang] },
  });
  for (const [place, person] of sale.sellers.slice(0, at % (sale.sellers.length + 1)).entries()) {
    await sale.as(person).mark('orderWeeklyReport', report.id, 'read');
    if (place % 2 === 0) await sale.as(person).mark('orderWeeklyReport', report.id, 'like');
  }
}

export async function makeSignedOrder(sale: Sale, signing: Signing, tally: Tally): Promise<void> {
  const { order: planned, customer, signed, at } = signing;
  const { plan, ...quoted } = bodyOf(sale, signing);
  const maker = sale.makerOf(customer);
  const quoteId = at < UNQUOTED ? null : await acceptedQuote(sale, customer, quoted);
  const order = await maker.make('salesOrder', { ...quoted, plan, ...(quoteId === null ? {} : { quoteId }) });
  await signOrder(sale, order, signed);
  await fileOrder(sale, order, signing);
  if (planned.isWorked) {
    await receiveWorked(sale, order, signed);
    await invoiceWorked(sale, order, customer);
    return;
  }
  await receiveParts(sale, order, planned.plan, tally);
  for (const one of planned.invoices) await makeInvoice(sale, { order, customer }, one, tally);
  if (planned.isCompleted)
    await maker.move('salesOrder', order.id, 'complete', { completedOn: dayOf(sale.now) });
}
