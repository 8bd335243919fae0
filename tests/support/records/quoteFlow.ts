/** Quotes on their way from a seller through the head of the department to the customer. */
import type { Client } from '../calls/client.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, type TestServer } from '../server/server.ts';
import { LINES } from './quotes.ts';

export interface Trade {
  tenant: number;
  /** The head of the seller's department, with all permissions. */
  boss: Client;
  seller: Client;
  sellerId: number;
  sellerName: string;
  customerId: number;
}

type Served = Pick<TestServer, 'url'> & { app: Pick<TestServer['app'], 'db'> };

export async function startTrade(server: Served): Promise<Trade> {
  const tenant = await makeTenant(server);
  const head = await makePerson(server, [tenant], { permissions: ['*'] });
  const boss = await login(server, head.username, PASSWORD);
  const sales = await makePerson(server, [tenant], { role: 'sales' });
  await makeDept(server, tenant, head.userId, [sales.userId]);
  const seller = await login(server, sales.username, PASSWORD);
  const { id: customerId } = await boss.call('intoCustomer', { body: { name: '苏州澄湖电子有限公司' } });
  const { userId: sellerId, username: sellerName } = sales;
  return { tenant, boss, seller, sellerId, sellerName, customerId };
}

/** Creates the worked example with its discount as the seller. The head adds the costs, which the seller cannot see. */
export async function makeQuote({ boss, seller, customerId }: Trade, more: object = {}): Promise<number> {
  const {
    id,
    version,
    lines = [],
  } = await seller.call('saveQuote', {
    body: {
      ...{ name: '储能一期', customerId, currency: 'CNY', validUntil: '2099-12-31' },
      ...{ discount: '5000.00', lines: LINES.map(({ unitCost: _, ...line }) => line), ...more },
    },
  });
  const costs = lines.map((line, at) => ({ id: line.id, unitCost: LINES[at]!.unitCost }));
  await boss.call('quoteUpdate', { body: { id, version, lines: costs } });
  return id;
}

export const readQuote = (client: Client, id: number) => client.call('getQuoteById', { query: { id } });

export async function moveQuote(client: Client, id: number, name: string, form: object = {}) {
  const { version } = await readQuote(client, id);
  return client.call('recordTransition', { path: { entity: 'quote', id }, body: { name, version, form } });
}

/** Sends a quote through its approval and then to the customer. */
export async function sendQuote({ boss, seller }: Trade, id: number): Promise<void> {
  const { version } = await readQuote(seller, id);
  await seller.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
  const { records } = await boss.call('approvalPending', { query: { entity: 'quote' } });
  const path = { id: records.find(({ recordId }) => recordId === id)!.id };
  const { request } = await boss.call('approvalDetail', { path });
  await boss.call('approvalAgree', { path, body: { version: request.version } });
}

/** Creates a quote that the customer answered. Returns its id. */
export async function repliedQuote(trade: Trade, answer: 'accept' | 'decline'): Promise<number> {
  const id = await makeQuote(trade);
  await sendQuote(trade, id);
  await moveQuote(trade.seller, id, answer, { resultBy: '周敏', resultRemark: '见邮件' });
  return id;
}
