/** Orders of clients with their payments, with figures and numbers that the server stores. */
import type { Client } from '../calls/client.ts';
import { define, entityOf, text } from '../calls/definitions.ts';

const money = (en: string, more: object = {}) => ({
  type: 'string',
  format: 'money',
  title: text(en),
  ...more,
});
const name = { type: 'string', maxLength: 60, title: text('Name') };
const CONFIRMED = "state = 'confirmed'";

const client = (more: Record<string, object> = {}) => entityOf('bookClient', { name, ...more });
const order = (more: Record<string, object> = {}) =>
  entityOf(
    'bookOrder',
    {
      name,
      clientId: { type: 'integer', 'x-ref': 'bookClient', title: text('Client') },
      gross: money('Gross'),
      number: {
        type: 'string',
        readOnly: true,
        title: text('Number'),
        'x-sequence': { pattern: 'SO{yyyy}{MM}-{n:4}', by: ['month'], gapless: true },
      },
      ...more,
    },
    {
      unique: [['number']],
      list: { columns: ['name', 'number', ...Object.keys(more)], sort: [{ field: 'id', order: 'asc' }] },
    },
  );
const pay = entityOf('bookPay', {
  name,
  orderId: { type: 'integer', 'x-ref': 'bookOrder', title: text('Order') },
  amount: money('Amount', { minimum: -1_000_000 }),
  day: { type: 'string', format: 'date', title: text('Day') },
  state: {
    type: 'string',
    title: text('State'),
    'x-options': ['planned', 'confirmed'].map((value) => ({ value, title: text(value) })),
  },
});

const ORDER_FIGURES = {
  paid: money('Paid', {
    readOnly: true,
    'x-rollup': { of: 'bookPay.orderId', do: 'sum', field: 'amount', where: CONFIRMED },
  }),
  pays: {
    type: 'integer',
    readOnly: true,
    title: text('Payments'),
    'x-rollup': { of: 'bookPay.orderId', do: 'count' },
  },
  lastDay: {
    type: 'string',
    format: 'date',
    readOnly: true,
    title: text('Last day'),
    'x-rollup': { of: 'bookPay.orderId', do: 'max', field: 'day' },
  },
  lastPay: {
    type: 'string',
    readOnly: true,
    maxLength: 60,
    title: text('Last payment'),
    'x-rollup': { of: 'bookPay.orderId', do: 'last', field: 'name', by: 'day' },
  },
  open: money('Open', { 'x-computed': 'gross - paid' }),
};
const CLIENT_FIGURES = {
  receivable: money('Receivable', {
    readOnly: true,
    'x-rollup': { of: 'bookOrder.clientId', do: 'sum', field: 'open' },
  }),
};

/** Defines clients, orders and payments without the figures. */
export async function defineBooks(admin: Client): Promise<void> {
  for (const document of [client(), order(), pay]) await define(admin, document);
}

const RULE = {
  check: 'paid <= gross',
  at: 'paid',
  text: { zh: '已付{paid}超过总额{gross}', en: 'paid {paid} is more than {gross}' },
};

/** Adds the figures, and the rule that payments must not exceed the amount. Existing records are summed up. */
export async function defineFigures(admin: Client): Promise<void> {
  const document = order(ORDER_FIGURES);
  await define(admin, { ...document, schema: { ...document.schema, 'x-rules': [RULE] } }, false);
  await define(admin, client(CLIENT_FIGURES), false);
}

export interface Answer {
  status: number;
  msg: string;
  data: Record<string, unknown> & { id: number; version: number };
  errors?: { field: string; msg: string }[];
}

/** Returns functions that read and write the books with this session. */
export function openBooks(admin: Client) {
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await admin.fetch(`/manager/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${admin.tokens().main}`,
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  };
  const done = async (method: string, path: string, body?: unknown): Promise<Answer['data']> => {
    const answer = await ask(method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return {
    ask,
    create: (entityName: string, body: object) => done('POST', entityName, body),
    read: (entityName: string, id: number) => done('GET', `${entityName}/${id}`),
    update: (entityName: string, { id, version }: { id: number; version: number }, body: object) =>
      done('PUT', entityName, { id, version, ...body }),
    remove: (entityName: string, id: number) => done('DELETE', `${entityName}/${id}`),
  };
}
