/** Actions of a definition, with a form and effects, for one record and many, each with its own permission. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { auditOf } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { failure } from '../../support/records/lists.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: Client;
let tenantId: number;
let books: ReturnType<typeof openBooks>;

const string = (en: string, more: object = {}) => ({
  type: 'string',
  title: text(en),
  maxLength: 60,
  ...more,
});
const ACTION = {
  name: 'chase',
  title: { zh: '催办', en: 'Chase' },
  guard: 'open = true',
  guardText: { zh: '“{name}”已完成', en: '{name} is done' },
  form: {
    type: 'object',
    properties: { message: string('Message', { minLength: 1 }), urgency: string('Urgency') },
    required: ['message'],
  },
  effects: [
    { do: 'create', entity: 'actChase', values: { name: 'message' } },
    { do: 'assign', field: 'chased', value: 'message' },
  ],
};
const job = (actions?: object[]) =>
  entityOf(
    'actJob',
    {
      name: string('Name'),
      open: { type: 'boolean', title: text('Open') },
      urgency: string('Urgency'),
      chased: string('Chased', { readOnly: true }),
    },
    actions ? { actions } : {},
  );

async function person(permissions: string[]): Promise<Client> {
  const { username } = await makePerson(server, [tenantId], { permissions });
  return login(server, username, PASSWORD);
}
const create = (name: string, open = true) => books.create('actJob', { name, open });
const act = (client: Client, id: number, body: object) =>
  ask(client, 'recordTransition', { path: { entity: 'actJob', id }, body });

beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  tenantId = await makeTenant(server);
  boss = await person(['*']);
  books = openBooks(boss);
  await define(admin, entityOf('actChase', { name: string('Name') }));
  await define(admin, job([ACTION]));
});
afterAll(() => server?.stop());

describe('an action of a definition', () => {
  it("shows its form, writes the form's values to fields, has its effects, and is in the history", async () => {
    const { id, version } = await create('Pump');
    expect(await act(boss, id, { name: 'chase', version })).toMatchObject({
      ...{ status: 400, errors: [{ field: '/form/message' }] },
    });
    const form = { message: 'Please hurry', urgency: 'high' };
    const done = await act(boss, id, { name: 'chase', version, form });
    expect(done).toMatchObject({ status: 200, data: { urgency: 'high', chased: 'Please hurry' } });
    const line = (await auditOf(server, 'actJob', id)).at(-1);
    expect(line).toMatchObject({
      action: 'transition:chase',
      diff: { chased: [null, 'Please hurry'], 'form.message': [null, 'Please hurry'] },
    });
    const made = await books.ask('GET', 'actChase/page?size=5');
    expect(made.data).toMatchObject({ total: 1, records: [{ name: 'Please hurry' }] });
  });

  it('is offered if it is possible, otherwise with the reason', async () => {
    const { id, version } = await create('Fan', false);
    const rows = await books.ask(
      'GET',
      `actJob/page?filter=${encodeURIComponent(JSON.stringify({ and: [{ field: 'id', op: 'eq', value: id }] }))}`,
    );
    expect((rows.data.records as { _actions: string[] }[])[0]?._actions).not.toContain('chase');
    const refused = await act(boss, id, { name: 'chase', version, form: { message: 'x' } });
    expect(refused).toMatchObject({ status: 409, code: 40902 });
    expect(refused.msg).toContain('Fan is done');
  });

  it('has its own permission, which may be limited to some records', async () => {
    const [{ id, version }, body] = [await create('Theirs'), { form: { message: 'x' } }];
    const reader = await person(['actJob:list', 'actJob:get', 'actJob:update']);
    const refused = await act(reader, id, { name: 'chase', version, ...body });
    expect(refused).toMatchObject({ status: 403, code: 40302 });
    const own = await person(['actJob:list', 'actJob:create', 'actJob:chase@own', 'actChase:create']);
    expect(await act(own, id, { name: 'chase', version, ...body })).toMatchObject({ status: 403 });
    const mine = await openBooks(own).create('actJob', { name: 'Mine', open: true });
    expect(await act(own, mine.id, { name: 'chase', version: 1, ...body })).toMatchObject({ status: 200 });
    const { entities } = await boss.call('accessPermissions');
    const rightsOf = entities.find(({ name }) => name === 'actJob')?.actions;
    expect(rightsOf).toContainEqual({ key: 'actJob:chase', title: ACTION.title, scoped: true });
  });

  it('is applied to many records, with a reason for each refused one', async () => {
    const [one, two, done] = [await create('One'), await create('Two'), await create('Done', false)];
    const path = { entity: 'actJob' };
    const body = {
      selection: { ids: [one.id, two.id, done.id] },
      ...{ expected: 3, name: 'chase', form: { message: 'All of you' } },
    };
    const outcome = await ask(boss, 'recordBulkTransition', { path, body });
    expect(outcome.data.count).toBe(2);
    expect(outcome.data.refused).toEqual([{ id: done.id, reason: expect.stringContaining('Done is done') }]);
    expect(await books.read('actJob', two.id)).toMatchObject({ chased: 'All of you' });
    expect(await books.read('actJob', done.id)).toMatchObject({ chased: null, version: 1 });
    const wrong = { ...body, form: {} };
    expect(await failure(boss.call('recordBulkTransition', { path, body: wrong }))).toMatchObject({
      ...{ status: 400, errors: [{ field: '/form/message' }] },
    });
  });
});
