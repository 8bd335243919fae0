/** Stored figures and numbers agree with the records, whenever the server crashes. */
import { expect, it } from 'vitest';
import { defineBooks, defineFigures, openBooks } from '../../support/records/storedBooks.ts';
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
