/** An entity of the studio gets versions while it has records. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let books: ReturnType<typeof openBooks>;

const STATES = ['draft', 'released', 'replaced'].map((value) => ({ value, title: text(value) }));
const transitions = [{ name: 'release', title: text('Release'), from: ['draft'], to: 'released' }];
const guide = (more: object = {}) =>
  entityOf(
    'workGuide',
    {
      name: { type: 'string', title: text('Name'), maxLength: 60 },
      state: { type: 'string', title: text('State'), 'x-options': STATES, readOnly: true },
    },
    { states: { field: 'state', initial: 'draft', transitions }, ...more },
  );
const versions = { draft: 'draft', released: 'released', replaced: 'replaced' };

beforeAll(async () => {
  server = await startServer();
  books = openBooks(await login(server));
});
afterAll(() => server?.stop());

const move = async (id: number, name: string) => {
  const { version } = await books.read('workGuide', id);
  return books.ask('POST', `record/workGuide/${id}/transition`, { name, version });
};

it('makes existing records first versions', async () => {
  const admin = await login(server);
  await define(admin, guide());
  const first = await books.create('workGuide', { name: 'Torque' });
  await move(first.id, 'release');
  await define(admin, guide({ versions }), false);
  const read = await books.read('workGuide', first.id);
  expect(read).toMatchObject({ edition: 1, current: true, familyId: null });
  expect(
    (await books.ask('PUT', 'workGuide', { id: first.id, version: read.version, name: 'Changed' })).status,
  ).toBe(409);
  expect((await move(first.id, 'nextVersion')).status).toBe(200);
  const { data } = await books.ask('GET', 'workGuide/page?size=5');
  const [, draft] = data.records as { id: number; edition: number }[];
  expect(draft).toMatchObject({ edition: 2, familyId: first.id, current: false, state: 'draft' });
  expect((await move(draft!.id, 'release')).status).toBe(200);
  expect(await books.read('workGuide', first.id)).toMatchObject({
    ...{ state: 'replaced', replacedById: draft!.id, current: false },
  });
});
