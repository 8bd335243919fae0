/** An order with lines and payments as separate entities, which a test applies to a running platform. */
import type { Client } from '../calls/client.ts';
import { define } from '../calls/definitions.ts';

const text = (zh: string, en: string) => ({ zh, en });

export const GOODS = {
  name: 'tradeGood',
  api: { base: '/manager/tradeGood' },
  title: text('货品', 'Good'),
  label: 'name',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 100, title: text('名称', 'Name') } },
  },
  list: { columns: ['name'], search: ['name'] },
};

const times = (...factors: string[]) => factors.join(' * ');

export const ORDER = {
  name: 'tradeOrder',
  api: { base: '/manager/tradeOrder' },
  title: text('订单', 'Order'),
  label: 'number',
  schema: {
    type: 'object',
    required: ['number'],
    properties: {
      number: { type: 'string', maxLength: 40, title: text('编号', 'Number') },
      note: { type: 'string', maxLength: 200, title: text('备注', 'Note') },
      most: { type: 'integer', title: text('每行上限', 'Most of a line') },
      total: {
        type: 'string',
        format: 'money',
        readOnly: true,
        title: text('合计', 'Total'),
        'x-computed': 'reduce(lines, accumulator + current.amount, 0)',
      },
    },
  },
  unique: [['number']],
  list: { columns: ['number', 'total', 'note'], search: ['number'], sort: [{ field: 'id', order: 'asc' }] },
};

export const LINE = {
  name: 'tradeLine',
  api: { base: '/manager/tradeLine' },
  title: text('订单明细', 'Order line'),
  label: 'item',
  of: { field: 'orderId', as: 'lines', in: 'form', order: 'position', delete: 'with' },
  schema: {
    type: 'object',
    required: ['orderId', 'item', 'quantity'],
    properties: {
      orderId: { type: 'integer', 'x-ref': 'tradeOrder', title: text('订单', 'Order') },
      position: { type: 'integer', minimum: 1, title: text('序号', 'Place') },
      item: { type: 'string', maxLength: 100, title: text('名称', 'Item') },
      goodId: { type: 'integer', 'x-ref': 'tradeGood', title: text('货品', 'Good') },
      quantity: { type: 'integer', minimum: 1, default: 1, title: text('数量', 'Quantity') },
      price: { type: 'string', format: 'money', default: '0.00', title: text('单价', 'Price') },
      cost: { type: 'string', format: 'money', title: text('成本', 'Cost') },
      amount: {
        type: 'string',
        format: 'money',
        readOnly: true,
        title: text('金额', 'Amount'),
        'x-computed': times('quantity', 'price'),
      },
    },
    'x-rules': [
      {
        check: 'quantity <= $parent.most',
        at: 'quantity',
        text: text('{quantity}超过上限', '{quantity} is more than a line may have'),
      },
    ],
  },
  list: {
    columns: ['item', 'orderId', 'quantity', 'price', 'amount'],
    filters: ['goodId'],
    search: ['item'],
    totals: ['amount'],
    sort: [{ field: 'id', order: 'asc' }],
  },
};

export const PAYMENT = {
  name: 'tradePayment',
  api: { base: '/manager/tradePayment' },
  title: text('收款', 'Payment'),
  label: 'reference',
  of: { field: 'orderId', as: 'payments', in: 'page', delete: 'with' },
  schema: {
    type: 'object',
    required: ['orderId', 'reference'],
    properties: {
      orderId: { type: 'integer', 'x-ref': 'tradeOrder', title: text('订单', 'Order') },
      reference: { type: 'string', maxLength: 100, title: text('凭证', 'Reference') },
      paid: { type: 'string', format: 'money', title: text('金额', 'Paid') },
    },
  },
  list: { columns: ['reference', 'orderId', 'paid'], filters: ['orderId'] },
};

/** Applies the order before its lines, and only then adds their sum. */
export async function applyOrders(admin: Client): Promise<void> {
  const { total: _, ...properties } = ORDER.schema.properties;
  const bare = { ...ORDER, schema: { ...ORDER.schema, properties }, list: { columns: ['number'] } };
  for (const document of [GOODS, bare, LINE, PAYMENT]) await define(admin, document);
  await define(admin, ORDER, false);
}

export interface OrderLine {
  id: number;
  item: string;
  quantity: number;
  price: string;
  amount: string;
  [field: string]: unknown;
}
export interface Order {
  id: number;
  version: number;
  total: string;
  lines: OrderLine[];
  [field: string]: unknown;
}

export interface Answer<T> {
  status: number;
  code: number;
  msg: string;
  data: T;
  errors?: { field: string; msg: string }[];
}

/** Returns a function that sends a call of an applied entity as it is on the wire. */
export const asker =
  (client: Client) =>
  async <T = Order>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await client.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${client.tokens().main}`,
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as Omit<Answer<T>, 'status'>) };
  };
