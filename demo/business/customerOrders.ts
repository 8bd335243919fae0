/** Creates orders of the demo's customers with their receipts and invoices. Signed orders are created first. */
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, ofEach, type Sale } from '../maker.ts';
import { amountOf, linesOf } from './salesLines.ts';
import { INSTALMENTS, PROJECT } from './salesNames.ts';
import { makeSignedOrder, type Signing, type Tally } from './salesOrders.ts';
import { MONTHS, type PlannedOrder, plannedOrders } from './salesPlan.ts';

/** States of the orders that are not signed. */
const UNSIGNED = [...Array(6).fill('unconfirmed'), 'pending', 'pending', 'canceled', 'canceled'] as const;
/** Amount of the first unsigned order, and the difference to each further one. */
const [LEAST, STEP] = [26_000_000, 3_100_000];
/** Unmatched receipts, in cents. One of them is partly refunded. */
const CREDITS = [1_200_000, 960_000, 840_000, 990_000];
const PAID_BACK = 150_000;
/** Days between the orders of a month. */
const APART = 5;
const NOON_MS = DAY_MS / 6;
/** Number of orders that follow another one. */
const RELATED = 3;

/** Customers by their role in the demo. */
interface Buyers {
  repeat: readonly Row[];
  deal: readonly Row[];
}

/**
 * Returns the customers of the orders. Ten customers order once, the others repeatedly; the first one has the worked
 * example.
 */
function buyersOf(orders: readonly PlannedOrder[], { repeat, deal }: Buyers): Row[] {
  const isOnce = (at: number) =>
    Math.floor(((at + 1) * deal.length) / orders.length) > Math.floor((at * deal.length) / orders.length);
  const again = orders.map((_, at) => orders.slice(0, at).filter((__, one) => !isOnce(one)).length);
  const worked = again[orders.findIndex(({ isWorked }) => isWorked)] ?? 0;
  return orders.map((_, at) =>
    isOnce(at)
      ? deal[Math.floor((at * deal.length) / orders.length)]!
      : repeat[(again[at]! - worked + repeat.length * orders.length) % repeat.length]!,
  );
}

/** Returns a day of the month that is not in the future. */
function signedOn({ month }: PlannedOrder, place: number, now: number): number {
  const today = new Date(now);
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (MONTHS - 1 - month), 1);
  return Math.min(first + (1 + place * APART) * DAY_MS + NOON_MS, now - DAY_MS / 24);
}

async function seedSigned(sale: Sale, buyers: Buyers, orders: readonly PlannedOrder[]): Promise<void> {
  const tally: Tally = { inTwo: 0, papers: 0 };
  const customers = buyersOf(orders, buyers);
  await ofEach(customers, async (customer, at) => {
    const order = orders[at]!;
    const place = orders.slice(0, at).filter(({ month }) => month === order.month).length;
    const signing: Signing = { order, customer, signed: signedOn(order, place, sale.now), at };
    await makeSignedOrder(sale, signing, tally);
  });
}

const seedUnsigned = (sale: Sale, customers: readonly Row[]): Promise<void> =>
  ofEach(customers, async (customer, at) => {
    const { lang, now } = sale;
    const maker = sale.makerOf(customer);
    const gross = LEAST + at * STEP;
    const { id } = await maker.make('salesOrder', {
      ...{ customerId: customer.id, name: `${customer.name} ${PROJECT[lang]}`, currency: 'CNY' },
      ...{ lines: linesOf(gross, lang), deliveryAt: dayOf(now + 90 * DAY_MS) },
      plan: [{ name: INSTALMENTS[0]!.name[lang], amount: amountOf(gross), due: dayOf(now + 40 * DAY_MS) }],
    });
    const state = UNSIGNED[at];
    if (state === 'pending') await maker.move('salesOrder', id, 'propose');
    if (state === 'canceled') await maker.move('salesOrder', id, 'cancel');
  });

/** Adds unmatched receipts. */
const seedCredits = ({ head, now }: Sale, customers: readonly Row[]): Promise<void> =>
  ofEach(customers.slice(0, CREDITS.length), async ({ id: customerId }, at) => {
    const amount = CREDITS[at]!;
    const date = dayOf(now - (3 + at) * DAY_MS);
    const { id } = await head.make('orderReceipt', {
      ...{ customerId, amount: amountOf(amount), date, bankReference: `V${customerId}-${at}` },
    });
    if (at < CREDITS.length - 1) return;
    const back = { customerId, amount: amountOf(-PAID_BACK), date: dayOf(now), refundOfId: id };
    await head.make('orderReceipt', back);
  });

/** Restores the states of customers. The moves of their orders may have changed them. */
async function storeStates({ parts, tenantId }: Sale, buyers: Buyers): Promise<void> {
  await parts.db.tenant(tenantId, async (trx) => {
    for (const [state, all] of [
      ['deal', buyers.deal],
      ['repeatDeal', buyers.repeat],
    ] as const)
      if (all.length > 0)
        await trxAny(trx)
          .updateTable('customer')
          .set({ state })
          .where(
            'id',
            'in',
            all.map(({ id }) => id),
          )
          .execute();
  });
}

async function relateOrders({ parts, tenantId, seller }: Sale): Promise<void> {
  const orders = await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).selectFrom('salesOrder').select('id').orderBy('id').execute(),
  );
  for (let at = 0; at + 1 < Math.min(orders.length, 2 * RELATED); at += 2)
    await seller.make('orderRelation', {
      ...{ orderId: orders[at + 1]!.id, otherId: orders[at]!.id, kind: 'followUp' },
    });
}

/** Creates the whole plan, or every `part`-th of the signed orders. */
export async function seedOrders(sale: Sale, customers: readonly Row[], part = 1): Promise<void> {
  const inState = (wantedState: string) => customers.filter(({ state }) => state === wantedState);
  const buyers = { repeat: inState('repeatDeal'), deal: inState('deal') };
  const developing = inState('developing');
  await seedSigned(
    sale,
    buyers,
    plannedOrders().filter((_, at) => at % part === 0),
  );
  await seedUnsigned(sale, part === 1 ? developing : developing.slice(0, UNSIGNED.length / 2));
  await seedCredits(sale, buyers.deal);
  await storeStates(sale, buyers);
  await relateOrders(sale);
}
