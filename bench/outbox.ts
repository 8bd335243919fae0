/**
 * Sends 200 records from the outbox in the database of a real browser to a real server. It repeats this over a
 * connection that breaks 20 times. Goals: 20 records a second, none lost and none sent twice.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import {
  awaitLine,
  bringBack,
  customerMessages,
  fillLine,
  readLine,
} from '../tests/support/browser/outboxPage.ts';
import { openSession } from '../tests/support/browser/session.ts';
import type { Client } from '../tests/support/calls/client.ts';
import { cutProxy } from '../tests/support/server/cutProxy.ts';
import { login, startServer } from '../tests/support/server/server.ts';
import { openBrowser } from './browser/open.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';

const COUNT = sized(200, 10);
const CUTS = sized(20, 1);
const GOAL_PER_SECOND = 20;

interface OutboxBench {
  perSecond: number;
  /** Number of records created from 200 messages, without and with breaks. */
  made: number;
  madeOverCuts: number;
}

async function countMade(client: Client, word: string): Promise<number> {
  const filter = JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: word }] });
  return (await client.call('getCustomerList', { query: { filter, size: 1 } })).total;
}

/** Sends all of them. Returns the number per second. */
async function sendAll(page: Page, owner: string, word: string): Promise<number> {
  const names = Array.from({ length: COUNT }, (_, at) => `${word} ${at}`);
  const messages = customerMessages(owner, names);
  const ids = new Set(messages.map(({ id }) => id));
  await fillLine(page, messages);
  const start = Date.now();
  for (let isDone = false; !isDone; ) {
    await bringBack(page);
    await page.waitForTimeout(500);
    const own = (await readLine(page)).filter(({ id }) => ids.has(id));
    isDone = own.every(({ state }) => state !== 'queued');
  }
  return (COUNT / (Date.now() - start)) * 1000;
}

async function benchOutbox(): Promise<OutboxBench> {
  const browser = await openBrowser();
  const server = await startServer();
  const proxy = await cutProxy(server.url);
  try {
    const { username, password } = server.admin;
    const client = await login(server, username, password);
    const { userId, tenantId } = await client.call('getPrincipal');
    const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'block' });
    await openSession(context, proxy.url, client);
    const page = await context.newPage();
    await page.goto('/main/operation/inspection');
    await awaitLine(page);
    const owner = `${userId}@${tenantId}`;
    const perSecond = await sendAll(page, owner, 'Smooth');
    proxy.cut(CUTS);
    await sendAll(page, owner, 'Broken');
    return {
      perSecond,
      made: await countMade(client, 'Smooth'),
      madeOverCuts: await countMade(client, 'Broken'),
    };
  } finally {
    await browser.close();
    await proxy.close();
    await server.stop();
  }
}

const { perSecond, made, madeOverCuts } = await benchOutbox();
const verdict = judge({ value: perSecond, goal: GOAL_PER_SECOND, better: 'more' });
console.log(`${perSecond.toFixed(1)} messages a second (${verdict})`);
console.log(`${made} records of ${COUNT} messages, ${madeOverCuts} of ${COUNT} over ${CUTS} cuts`);
assert.deepEqual([made, madeOverCuts], [COUNT, COUNT], 'none is lost and none twice');
