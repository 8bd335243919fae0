/**
 * An effect changes or moves at most 1,000 referring records. If there are more, the whole change is refused.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { countRows, runSql } from '../../support/calls/world.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const MOST = 1_000;

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const state = (values: string[]) => ({
  ...{ type: 'string', title: text('State') },
  'x-options': values.map((value) => ({ value, title: text(value) })),
});
const move = (moveName: string, from: string[], to: string, effects: object[] = []) => ({
  ...{ name: moveName, title: text(moveName), from, to, effects },
});

const crate = entityOf(
  'limitCrate',
  { name, state: state(['open', 'sealed', 'sent']) },
  {
    states: {
      ...{ field: 'state', initial: 'open' },
      transitions: [
        move('seal', ['open'], 'sealed', [
          { do: 'update', of: 'limitPart.crateId', values: { note: "'sealed'" } },
        ]),
        move('send', ['open'], 'sent', [{ do: 'move', of: 'limitPart.crateId', transitions: ['leave'] }]),
      ],
    },
  },
);
const part = entityOf(
  'limitPart',
  {
    ...{ name, note: { ...name, title: text('Note') }, state: state(['stored', 'gone']) },
    crateId: { type: 'integer', title: text('Crate'), 'x-ref': 'limitCrate' },
  },
  {
    indexes: [['crateId']],
    states: { field: 'state', initial: 'stored', transitions: [move('leave', ['stored'], 'gone')] },
  },
);

let server: TestServer;
let books: ReturnType<typeof openBooks>;
beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  books = openBooks(admin);
  await define(admin, entityOf('limitCrate', { name }));
  await define(admin, part);
  await define(admin, crate, false);
});
afterAll(() => server?.stop());

/** Creates a crate with this number of parts. */
async function fill(count: number) {
  const made = await books.create('limitCrate', { name: `${count}` });
  const first = await books.create('limitPart', { name: 'Part', crateId: made.id });
  await runSql(
    server,
    `insert into limit_part (tenant_id, name, crate_id, state)
     select tenant_id, name, crate_id, state from limit_part, generate_series(2, $2::int) where id = $1`,
    first.id,
    count,
  );
  const run = (moveName: string) =>
    books.ask('POST', `record/limitCrate/${made.id}/transition`, { name: moveName, version: made.version });
  return { id: made.id, run, crate: () => books.read('limitCrate', made.id) };
}

const TOO_MANY = {
  ...{ status: 409, code: 40960 },
  msg: 'More than 1000 records (limitPart) refer to the limitCrate',
};

it.each([
  ['changed', 'seal', 'sealed', { note: 'sealed' }],
  ['moved', 'send', 'sent', { state: 'gone' }],
])('%s are all of 1,000, and none of 1,001', async (_, moveName, after, changed) => {
  const full = await fill(MOST);
  expect((await full.run(moveName)).status).toBe(200);
  expect((await full.crate()).state).toBe(after);
  expect(await countRows(server, 'limit_part', { crate_id: full.id, ...changed })).toBe(MOST);

  const over = await fill(MOST + 1);
  const before = await over.crate();
  expect(await over.run(moveName)).toMatchObject(TOO_MANY);
  expect(await over.crate()).toEqual(before);
  expect(await countRows(server, 'limit_part', { crate_id: over.id, ...changed })).toBe(0);
});
