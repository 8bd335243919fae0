/** Creates the worked example of the demo: paid in parts with a refund, invoiced twice, one invoice replaced. */
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, rowsOf, type Sale } from '../maker.ts';

/** Days before today of the later receipts and invoices. The days of the first ones follow the signing. */
const [LAST_RECEIPT, FIRST_PAPER, SECOND_PAPER, REPLACED] = [46, 86, 71, 58];
const [FIRST_RECEIPT, SECOND_RECEIPT, REFUND] = [8, 25, 38];

export async function receiveWorked(sale: Sale, order: Row, signed: number): Promise<void> {
  const [first, second] = await rowsOf(sale, 'orderPay', order.id);
  const receive = (amount: string, date: number, more: object) =>
    sale.head.make('orderReceipt', {
      ...{ customerId: order.customerId, currency: order.currency, amount, date: dayOf(date) },
      ...{ bankReference: `W${order.id}-${amount}`, ...more },
    });
  await receive('100000.00', signed + FIRST_RECEIPT * DAY_MS, {
    matches: [{ payId: first!.id, amount: '100000.00' }],
  });
  const over = await receive('84758.31', signed + SECOND_RECEIPT * DAY_MS, {
    matches: [
      { payId: first!.id, amount: '83507.91' },
      { payId: second!.id, amount: '250.40' },
    ],
  });
  await receive('-1000.00', signed + REFUND * DAY_MS, { refundOfId: over.id });
  await receive('200000.00', sale.now - LAST_RECEIPT * DAY_MS, {
    matches: [{ payId: second!.id, amount: '200000.00' }],
  });
}

type Share = readonly [line: number, net: string, tax: string];
interface Paper {
  number: string;
  net: string;
  tax: string;
  /** Days before today. */
  ago: number;
}

const CABINETS: Share = [0, '426487.24', '55443.34'];
const CONTROLLERS: Share = [1, '52613.77', '6839.79'];
const CABLE: Share = [2, '5770.10', '750.11'];
const INSTALLATION: Share = [3, '36703.94', '3303.35'];
const THREE_MONTHS: Share = [4, '5608.82', '336.53'];
const ORDER_PREFIX = '2437';

export async function invoiceWorked(sale: Sale, order: Row, customer: Row): Promise<void> {
  const { parts, tenantId, head, now } = sale;
  const maker = sale.makerOf(order);
  const lines = await rowsOf(sale, 'orderLine', order.id);
  const linesOf = (shares: readonly Share[]) =>
    shares.map(([at, net, tax]) => ({ orderLineId: lines[at]!.id, net, tax }));
  const paper = ({ ago, number, ...amounts }: Paper) => ({
    ...{ number: `${ORDER_PREFIX}${order.id}${number}`, date: dayOf(now - ago * DAY_MS), ...amounts },
  });
  const issue = async (shares: readonly Share[], one: Paper) => {
    const { id } = await maker.make('orderInvoice', {
      ...{ orderId: order.id, kind: 'special', title: customer.name, taxNumber: customer.taxNumber },
      lines: linesOf(shares),
    });
    await maker.move('orderInvoice', id, 'apply');
    await head.move('orderInvoice', id, 'issue', { records: [paper(one)] });
    return id;
  };
  const wrong = await issue([CABINETS, CONTROLLERS, CABLE], {
    ...{ number: '01', net: '484871.11', tax: '63033.24', ago: FIRST_PAPER },
  });
  await issue([INSTALLATION, THREE_MONTHS], {
    ...{ number: '02', net: '42312.76', tax: '3639.88', ago: SECOND_PAPER },
  });
  const [first] = await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).selectFrom('orderInvoiceRecord').select('id').where('invoiceId', '=', wrong).execute(),
  );
  const red = paper({ number: '03', net: '-484871.11', tax: '-63033.24', ago: REPLACED });
  await head.move('orderInvoice', wrong, 'replace', { reason: '01', red: [{ ...red, redOfId: first?.id }] });
  await issue([CABINETS, CONTROLLERS], { number: '04', net: '479101.01', tax: '62283.13', ago: REPLACED });
}
