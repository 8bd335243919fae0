/** A tender has more than 500 lines. A save writes only the changed ones. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { auditOf } from '../../../support/calls/world.ts';
import { later, openTenderTeam, type TenderTeam } from '../../../support/records/tenders.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';

const COUNT = 1_224;

let server: TestServer;
let own: TenderTeam;
beforeAll(async () => {
  server = await sharedServer();
  own = await openTenderTeam(server);
});
afterAll(() => server?.stop());

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    item: `Item ${at + 1}`,
    quantity: 2,
    price: '1.25',
    taxRate: 0,
  }));

const makeTender = (lines: object[]) =>
  ask(own.head.client, 'tenderCreate', {
    body: {
      ...{ name: 'Large', issuer: 'Park', customerId: own.customerId, lines },
      ...{ submitBy: later(72), openAt: later(96) },
    },
  });

it('keeps 1,224 lines in their order, and writes only the changed one', async () => {
  const made = await makeTender(makeLines(COUNT));
  expect(made.status).toBe(200);
  const { id } = made.data as { id: number };
  const { lines, version, net } = await own.head.client.call('tenderGet', { path: { id } });
  expect(net).toBe('3060.00');
  expect(lines?.map(({ item }) => item)).toEqual(makeLines(COUNT).map(({ item }) => item));
  const changed =
    lines?.map((line, at) => ({ id: line.id!, ...(at === 900 ? { price: '2.25' } : {}) })) ?? [];
  const saved = await own.head.client.call('tenderUpdate', { body: { id, version, lines: changed } });
  expect(saved.net).toBe('3062.00');
  const written = await Promise.all(
    [899, 900, 901].map(async (at) => (await auditOf(server, 'tenderLine', lines![at]!.id!)).length),
  );
  expect(written).toEqual([1, 2, 1]);
});

it('refuses more lines than the definition allows', async () => {
  const refused = await makeTender(makeLines(2_001));
  expect(refused).toMatchObject({ status: 400, errors: [{ field: '/lines' }] });
});
