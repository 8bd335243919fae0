/** Users mark records for themselves: as a favourite, as liked or as read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { serveLine } from '../../support/calls/inside.ts';
import { auditOf, countRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: Client;
let reader: Client;
let own: Client;
let stranger: Client;

const ENTITY = 'markNews';
const news = entityOf(
  ENTITY,
  {
    name: { type: 'string', title: text('Name'), maxLength: 60 },
    likes: {
      ...{ type: 'integer', title: text('Likes'), readOnly: true },
      'x-rollup': { of: '_marks.like', do: 'count' },
    },
  },
  {
    list: {
      ...{ columns: ['name', 'likes'], filters: ['likes'] },
      sort: [{ field: 'likes', order: 'desc' }],
    },
    marks: [
      { name: 'favourite', title: text('Favourite'), filter: text('My favourites') },
      { name: 'like', title: text('Like'), count: true },
      {
        ...{ name: 'read', title: text('Read'), opened: true, filter: text('Unread') },
        ...{ who: true, wanted: { owner: true } },
      },
    ],
  },
);

const mark = (client: Client, id: number, name: string, on = true) =>
  ask(client, on ? 'recordMark' : 'recordUnmark', { path: { entity: ENTITY, id, mark: name } });
const create = (name: string) => openBooks(boss).create(ENTITY, { name });
const marksOf = async (client: Client, id: number) => (await openBooks(client).read(ENTITY, id))._marks;
async function listed(client: Client, op: string, value: string): Promise<number[]> {
  const filter = encodeURIComponent(JSON.stringify({ and: [{ op, value }] }));
  const { data } = await openBooks(client).ask('GET', `${ENTITY}/page?size=50&filter=${filter}`);
  return (data.records as { id: number }[]).map(({ id }) => id);
}

beforeAll(async () => {
  server = await startServer();
  await define(await login(server), news);
  const tenant = await makeTenant(server);
  const person = async (tenantId: number, permissions: string[]) => {
    const { username } = await makePerson(server, [tenantId], { permissions });
    return login(server, username, PASSWORD);
  };
  boss = await person(tenant, ['*']);
  reader = await person(tenant, [`${ENTITY}:list`, `${ENTITY}:get`]);
  own = await person(tenant, [`${ENTITY}:list`, `${ENTITY}:get@own`]);
  stranger = await person(await makeTenant(server), ['*']);
});
afterAll(() => server?.stop());

describe('a mark', () => {
  it('belongs to each reader, and is counted if all may know the number', async () => {
    const { id } = await create('Harbour');
    expect(await marksOf(reader, id)).toEqual({
      ...{ favourite: { on: false }, like: { on: false, count: 0 }, read: { on: false } },
    });
    expect((await mark(reader, id, 'like')).data).toEqual({ on: true, count: 1 });
    expect((await mark(reader, id, 'like')).data).toEqual({ on: true, count: 1 });
    expect((await mark(boss, id, 'like')).data).toEqual({ on: true, count: 2 });
    expect((await mark(boss, id, 'favourite')).data).toEqual({ on: true });
    expect(await marksOf(reader, id)).toMatchObject({
      favourite: { on: false },
      like: { on: true, count: 2 },
    });
    expect((await mark(reader, id, 'like', false)).data).toEqual({ on: false, count: 1 });
    expect((await mark(reader, id, 'like', false)).data).toEqual({ on: false, count: 1 });
    const { data } = await openBooks(boss).ask('GET', `${ENTITY}/page?size=50`);
    expect((data.records as { id: number }[]).find((one) => one.id === id)).toMatchObject({
      _marks: { favourite: { on: true }, like: { on: true, count: 1 } },
    });
  });

  it('does not change the record, and is kept while the record is in the recycle bin', async () => {
    const { id, version } = await create('Bin');
    await mark(boss, id, 'favourite');
    expect(await openBooks(boss).read(ENTITY, id)).toMatchObject({ version });
    expect((await auditOf(server, ENTITY, id)).map(({ action }) => action)).toEqual(['create']);
    const restore = async () => {
      await openBooks(boss).remove(ENTITY, id);
      const bin = await boss.call('recycleBin', { query: { entity: ENTITY } });
      return bin.records.map((entry) => entry.id);
    };
    await boss.call('recycleBinRestore', { body: { ids: await restore() } });
    expect(await marksOf(boss, id)).toMatchObject({ favourite: { on: true } });
    const ids = await restore();
    await boss.call('recycleBinPurge', { body: { ids } });
    expect(await countRows(server, 'record_mark', { entity: ENTITY, record_id: id })).toBe(0);
  });

  it("filters the list by the reader's own marks, and by unread records", async () => {
    const [one, two] = [await create('One'), await create('Two')];
    await mark(reader, one.id, 'favourite');
    await mark(reader, two.id, 'read');
    expect(await listed(reader, 'marked', 'favourite')).toEqual([one.id]);
    const unread = await listed(reader, 'unmarked', 'read');
    expect([unread.includes(one.id), unread.includes(two.id)]).toEqual([true, false]);
    expect(await listed(stranger, 'marked', 'favourite')).toEqual([]);
    const wrong = JSON.stringify({ and: [{ op: 'marked', value: 'stars' }] });
    const refused = await openBooks(reader).ask('GET', `${ENTITY}/page?filter=${encodeURIComponent(wrong)}`);
    expect(refused).toMatchObject({ status: 400, errors: [{ field: '/query/filter/and/0/value' }] });
  });

  it('stores its number in a field, for sorting and filtering lists', async () => {
    const [one, two] = [await create('Liked'), await create('Liked twice')];
    await Promise.all([
      mark(boss, two.id, 'like'),
      mark(reader, two.id, 'like'),
      mark(reader, one.id, 'like'),
    ]);
    expect(await openBooks(boss).read(ENTITY, two.id)).toMatchObject({ likes: 2, version: two.version });
    const named = async (query: string) => {
      const { data } = await openBooks(reader).ask('GET', `${ENTITY}/page?size=50&search=&${query}`);
      return (data.records as { name: string }[]).map(({ name }) => name);
    };
    expect((await named('sort=-likes,name'))[0]).toBe('Liked twice');
    const some = JSON.stringify({ and: [{ field: 'likes', op: 'eq', value: 2 }] });
    expect(await named(`filter=${encodeURIComponent(some)}`)).toEqual(['Liked twice']);
    await mark(reader, two.id, 'like', false);
    expect(await openBooks(boss).read(ENTITY, two.id)).toMatchObject({ likes: 1 });
  });

  it('is toggled by its own call, which also lists marked records', async () => {
    const { id } = await boss.call('customerCreate', { body: { name: 'Followed' } });
    await boss.call('customerCreate', { body: { name: 'Not followed' } });
    const press = async (client: Client) => ask(client, 'customerFavourite', { query: { id } });
    expect((await press(boss)).data).toEqual({ on: true });
    const { records } = await boss.call('customerFavourites');
    expect(records.map(({ name }) => name)).toEqual(['Followed']);
    expect((await press(boss)).data).toEqual({ on: false });
    expect((await boss.call('customerFavourites')).total).toBe(0);
    expect((await press(reader)).status).toBe(403);
    expect((await press(stranger)).status).toBe(404);
  });

  it('can be set and removed by a line repeatedly, and lists unmarked records', async () => {
    const line = (on: boolean) => ({ entity: ENTITY, do: 'toggle', mark: 'read', on }) as const;
    const { id } = await create('Lined');
    const input = { query: { id } };
    const unread = async () => {
      const action = { entity: ENTITY, do: 'list', as: 'array', unmarked: 'read' } as const;
      return ((await serveLine(server, reader, action)) as { id: number }[]).map((one) => one.id);
    };
    expect(await unread()).toContain(id);
    for (const on of [true, true, false, true])
      expect(await serveLine(server, reader, line(on), input)).toEqual({ on });
    expect(await unread()).not.toContain(id);
    await expect(serveLine(server, stranger, line(true), input)).rejects.toMatchObject({
      key: 'http.notFound',
    });
  });

  it('shows who set it and when, and who still has to set it', async () => {
    const { id } = await create('Read by');
    const people = (client: Client, name = 'read') =>
      ask(client, 'recordMarkPeople', { path: { entity: ENTITY, id, mark: name } });
    await mark(reader, id, 'read');
    const before = (await people(reader)).data;
    expect(before.people).toMatchObject([{ name: expect.stringMatching(/^Person/), at: expect.anything() }]);
    expect(before.missing).toMatchObject([{ name: expect.stringMatching(/^Person/) }]);
    expect(before.missing[0]!.id).not.toBe(before.people[0]!.id);
    await mark(boss, id, 'read');
    const line = { entity: ENTITY, do: 'markPeople', mark: 'read' } as const;
    const after = (await serveLine(server, boss, line, { query: { id } })) as typeof before;
    expect(after.people.map((one) => one.id)).toEqual([before.missing[0]!.id, before.people[0]!.id]);
    expect(after.missing).toEqual([]);
    expect((await people(boss, 'like')).status).toBe(404);
    expect((await people(own)).status).toBe(403);
    expect((await people(stranger)).status).toBe(404);
  });

  it('is set by a line if the request contains it', async () => {
    const [one, two] = [await create('Asked'), await create('Not asked')];
    await mark(reader, one.id, 'favourite');
    const action = {
      entity: ENTITY,
      do: 'list',
      as: 'array',
      where: { name: { contains: 'sked' } },
      markedIf: { favourite: { query: 'mine', optional: true } },
    } as const;
    const listedBy = async (query: object) =>
      ((await serveLine(server, reader, action, { query: { ...query } })) as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await listedBy({ mine: true })).toEqual([one.id]);
    expect(await listedBy({ mine: false })).toEqual([two.id]);
    expect((await listedBy({})).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  it('is set only by users who may read the record', async () => {
    const { id } = await create('Theirs');
    expect((await mark(own, id, 'like')).status).toBe(403);
    expect((await mark(stranger, id, 'like')).status).toBe(404);
    expect((await mark(boss, id, 'stars')).status).toBe(404);
    expect((await mark(boss, 9_999_999, 'like')).status).toBe(404);
    const path = { entity: 'customer', id, mark: 'like' };
    expect((await ask(boss, 'recordMark', { path })).status).toBe(404);
    expect(await marksOf(boss, id)).toMatchObject({ like: { on: false, count: 0 } });
  });

  it('is set once by 16 parallel requests', async () => {
    const { id } = await create('Pressed');
    const answers = await Promise.all(Array.from({ length: 16 }, () => mark(reader, id, 'like')));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(await marksOf(boss, id)).toMatchObject({ like: { on: false, count: 1 } });
  });
});
