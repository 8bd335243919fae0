/** A quote that became an order, with its lines and its plan. It is computed by hand to the cent. */
import type { asker } from './orderLines.ts';

type Request = ReturnType<typeof asker>;

export interface Saved {
  id: number;
  version: number;
  lines: { id: number; gross: string; rest: string; [field: string]: unknown }[];
  plan: { id: number; amount: string; open: string; state: string; [field: string]: unknown }[];
  [field: string]: unknown;
}

export const LINES = [
  { item: '储能柜', unit: '台', quantity: 3, price: '148672.57', discount: 3.5, taxRate: 13 },
  { item: '控制器', unit: '台', quantity: 2, price: '26548.67', taxRate: 13 },
  { item: '电缆', unit: 'm', quantity: 137.5, price: '42.35', taxRate: 13 },
  { item: '安装', unit: '项', quantity: 1, price: '38990.83', discount: 5, taxRate: 9 },
  { item: '运维', unit: '月', quantity: 12, price: '1886.79', taxRate: 6 },
];
export const PLAN = [
  { name: '首付款', percent: 30, amount: '183507.91', due: '2026-02-12' },
  { name: '到货款', percent: 60, amount: '367015.82', due: '2026-05-31' },
  { name: '质保金', percent: 10, amount: '61169.31', due: '2027-05-31' },
];

let serial = 0;

export async function makeCustomer(request: Request): Promise<number> {
  const { data, msg } = await request('POST', '/manager/customer', { name: `苏州澄湖电子 ${++serial}` });
  if (!data) throw new Error(msg);
  return data.id;
}

/** Creates an order of the worked example that is not signed yet. */
export async function makeOrder(request: Request, more: object = {}): Promise<Saved> {
  const customerId = await makeCustomer(request);
  const body = {
    name: `澄湖储能项目 ${serial}`,
    customerId,
    discount: '5000.00',
    lines: LINES,
    plan: PLAN,
    ...more,
  };
  const { data, msg, errors } = await request<Saved>('POST', '/manager/orderinfo', body);
  if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`);
  return data;
}

export const readRecord = async <T = Saved>(request: Request, base: string, id: number): Promise<T> =>
  (await request<T>('GET', `${base}/${id}`)).data;

export const readOrder = (request: Request, id: number): Promise<Saved> =>
  readRecord(request, '/manager/orderinfo', id);

/** Runs a transition of a record, whatever its version. */
export async function move(request: Request, entity: string, id: number, name: string, form: object = {}) {
  const base = { salesOrder: '/manager/orderinfo' }[entity] ?? `/manager/${BASES[entity] ?? entity}`;
  const { version } = await readRecord(request, base, id);
  return request<Saved>('POST', `/manager/record/${entity}/${id}/transition`, { name, version, form });
}

/** Records a payment, matched with instalments. */
export const receive = (
  request: Request,
  customerId: unknown,
  amount: string,
  date: string,
  matches: object[],
) => request<Saved>('POST', '/manager/orderReceipt', { customerId, amount, date, matches });

/** Refunds a part of a receipt's credit. */
export const refund = (request: Request, { id, customerId }: Saved, amount: string, date: string) =>
  request<Saved>('POST', '/manager/orderReceipt', { customerId, amount, date, refundOfId: id });

/** Applies for an invoice of these lines, given by their place, net amount and tax. */
export async function applyFor(request: Request, order: Saved, lines: readonly [number, string, string][]) {
  const made = await request<Saved>('POST', '/manager/orderinvoice', {
    orderId: order.id,
    title: '苏州澄湖电子有限公司',
    taxNumber: '91320594MA1X0C5K7F',
    lines: lines.map(([at, net, tax]) => ({ orderLineId: order.lines[at]!.id, net, tax })),
  });
  if (!made.data) return made;
  return move(request, 'orderInvoice', made.data.id, 'apply');
}

/**
 * The lines that the worked example applies for. They are cabinets, controllers and cable, then installation and three
 * months of service.
 */
export const INVOICE_A: [number, string, string][] = [
  [0, '426487.24', '55443.34'],
  [1, '52613.77', '6839.79'],
  [2, '5770.10', '750.11'],
];
export const INVOICE_B: [number, string, string][] = [
  [3, '36703.94', '3303.35'],
  [4, '5608.82', '336.53'],
];

const BASES: Record<string, string> = {
  orderInvoice: 'orderinvoice',
  orderInvoiceRecord: 'orderinvoicerecord',
};
