/**
 * Stored figures, numbers, followed parents and rules about other records agree with the records, whenever the server
 * crashes.
 */
import { expect, it } from 'vitest';
import { defineBooks, defineFigures, openBooks } from '../../support/records/storedBooks.ts';
import {
  CASE_LIMIT,
  defineCases,
  defineSheets,
  endCase,
  readAll,
  readNotices,
  type Sheet,
} from '../../support/server/crashCases.ts';
import { killableServer } from '../../support/server/killableServer.ts';

const { fresh, start, kill } = killableServer();

it('kill -9 between request and answer leaves sums and numbers that agree with the records', async () => {
  const admin = await fresh();
  await defineBooks(admin);
  await defineFigures(admin);
  const books = openBooks(admin);
  const owner = await books.create('bookClient', { name: 'Harbour' });
  const paidOrder = await books.create('bookOrder', { name: 'O', gross: '9000.00', clientId: owner.id });
  const so = { answered: 0, over: false };
  const write = async (): Promise<void> => {
    while (!so.over) {
      const made = await books
        .create('bookOrder', { name: 'O', gross: '1.00', clientId: owner.id })
        .then(() =>
          books.create('bookPay', { name: 'P', orderId: paidOrder.id, amount: '0.01', state: 'confirmed' }),
        )
        .catch(() => null);
      if (made) so.answered += 1;
    }
  };
  const writing = Promise.all(Array.from({ length: 16 }, write));
  await expect.poll(() => so.answered).toBeGreaterThan(50);
  await kill('SIGKILL');
  so.over = true;
  await writing;

  const again = openBooks(await start());
  const { paid, pays, open } = await again.read('bookOrder', paidOrder.id);
  expect(Number(pays)).toBeGreaterThanOrEqual(so.answered);
  expect(paid).toBe((Number(pays) / 100).toFixed(2));
  expect(open).toBe((9000 - Number(pays) / 100).toFixed(2));
  const orders: { number: string; open: string }[] = [];
  for (let current = 1; ; current++) {
    const { data } = await again.ask('GET', `bookOrder/page?size=200&current=${current}&sort=number`);
    const records = data.records as typeof orders;
    orders.push(...records);
    if (records.length < 200) break;
  }
  expect(orders.map(({ number }) => Number(number.slice(-4)))).toEqual(orders.map((_, at) => at + 1));
  const cents = orders.reduce((sum, order) => sum + Math.round(Number(order.open) * 100), 0);
  expect(await again.read('bookClient', owner.id)).toMatchObject({ receivable: (cents / 100).toFixed(2) });
});

it('kill -9 leaves a child and the move, the trace and the notice of its parent together, or none of them', async () => {
  const admin = await fresh();
  const watcherId = await defineCases(admin);
  const books = openBooks(admin);
  const ended = new Set<string>();
  const so = { over: false };
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; !so.over; at += 1) {
      const name = `case ${writer}-${at}.`;
      if (await endCase(books, watcherId, name).catch(() => false)) ended.add(name);
    }
  };
  const writing = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
  await expect.poll(() => ended.size).toBeGreaterThan(40);
  await kill('SIGKILL');
  so.over = true;
  await writing;

  const client = await start();
  const again = openBooks(client);
  const cases = await readAll<{ name: string; state: string; version: number }>(again, 'crashCase');
  const parts = await readAll<{ caseId: number; result: string }>(again, 'crashPart');
  const traces = (await readAll<{ name: string }>(again, 'crashTrace')).map(({ name }) => name);
  // The next case is completed as well: no lock of the killed process remains.
  await endCase(again, watcherId, 'next case.');
  const notices = (await readNotices(client)).filter((one) => !one.startsWith('next case.'));
  const found = cases.map(({ id, name, state }) => {
    const own = parts.filter(({ caseId }) => caseId === id);
    return {
      ...{ name, isOver: own.length > 0 && own.every(({ result }) => result !== 'open') },
      ...{ isMoved: state === 'completed', traces: traces.filter((one) => one === name).length },
      notices: notices.filter((text) => text === `${name} is completed`).length,
    };
  });
  expect(found).toEqual(
    found.map(({ name, isOver }) => {
      const count = isOver ? 1 : 0;
      return { name, isOver, isMoved: isOver, traces: count, notices: count };
    }),
  );
  const over = new Set(found.filter(({ isOver }) => isOver).map(({ name }) => name));
  expect([...ended].filter((name) => !over.has(name))).toEqual([]);
  expect([traces.length, notices.length]).toEqual([over.size, over.size]);
});

it('kill -9 while rules about other records are checked leaves no limit exceeded and no overlap', async () => {
  const admin = await fresh();
  await defineSheets(admin);
  const books = openBooks(admin);
  const people: number[] = [];
  for (let at = 0; at < 8; at += 1)
    people.push((await books.create('crashPerson', { name: `Person ${at}` })).id);
  const so = { answered: 0, over: false };
  const DAYS = 20;
  const enter = (personId: number, at: number, on = books) => {
    const day = `2026-05-${10 + (at % DAYS)}`;
    return on.ask('POST', 'crashSheet', { name: 'S', personId, hours: 1, from: day, until: day });
  };
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; !so.over; at += 1) {
      // Two writers write each day of a person, so that one of them is refused.
      const answer = await enter(people[(writer + at) % people.length]!, at).catch(() => null);
      if (answer?.status === 200) so.answered += 1;
    }
  };
  const writing = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
  await expect.poll(() => so.answered).toBeGreaterThan(40);
  await kill('SIGKILL');
  so.over = true;
  await writing;

  const again = openBooks(await start());
  const sheets = await readAll<Sheet>(again, 'crashSheet');
  expect(sheets.length).toBeGreaterThanOrEqual(so.answered);
  expect(sheets.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
    sheets.map((_, at) => at + 1),
  );
  for (const id of people) {
    const own = sheets.filter(({ personId }) => personId === id);
    expect(new Set(own.map(({ from }) => from)).size).toBe(own.length);
    expect(own.length).toBeLessThanOrEqual(CASE_LIMIT);
    expect((await again.read('crashPerson', id)).hours).toBe(own.length);
    // The rules accept what is left, and nothing else: no lock and no count of the killed process remains.
    const answers = [];
    for (let at = 0; at < DAYS; at += 1) answers.push(await enter(id, at, again));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CASE_LIMIT - own.length);
  }
});
