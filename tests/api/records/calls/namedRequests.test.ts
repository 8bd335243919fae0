/**
 * A request with an id is carried out once, even if it is repeated, sent in parallel, or its server crashes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask } from '../../../support/calls/ask.ts';
import type { CallInput, Client } from '../../../support/calls/client.ts';
import { ageRequests, forgetAnswers } from '../../../support/calls/requestNames.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator } from '../../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
});
afterAll(() => server?.stop());

let serial = 0;
const newKey = () => `test-${++serial}`;

const named = (key: string, input: CallInput): CallInput => ({
  ...input,
  headers: { 'idempotency-key': key },
});
const make = (key: string, name: string, client: Client = operator) =>
  ask(client, 'customerCreate', named(key, { body: { name } })) as Promise<
    Answer<{ id: number; name: string }>
  >;

/** Counts the customers with this name. */
async function count(name: string, client: Client = operator): Promise<number> {
  const filter = JSON.stringify({ and: [{ field: 'name', op: 'eq', value: name }] });
  return (await client.call('getCustomerList', { query: { filter } })).total;
}

describe('a request with an id', () => {
  it('creates one record when it is repeated, with the same answer', async () => {
    const key = newKey();
    const first = await make(key, 'Once only');
    expect(first.status).toBe(200);
    await operator.call('updateCustomer', {
      body: { id: first.data.id, version: 1, remark: 'Changed since' },
    });
    const second = await make(key, 'Once only');
    expect(second.data).toEqual(first.data);
    expect(await count('Once only')).toBe(1);
  });

  it('creates one record in 16 parallel copies, all with the same answer', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 16 }, () => make(key, 'All at once')));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await count('All at once')).toBe(1);
  });

  it('returns its record if its process ended before it stored the answer', async () => {
    const key = newKey();
    const { data } = await make(key, 'Before the answer');
    await forgetAnswers(server);
    const again = await make(key, 'Before the answer');
    expect(again).toMatchObject({ status: 200, data: { id: data.id, name: 'Before the answer' } });
    expect(await count('Before the answer')).toBe(1);
  });

  it('with another body is refused with a sentence', async () => {
    const key = newKey();
    await make(key, 'First body');
    expect(await make(key, 'Second body')).toMatchObject({
      ...{ status: 422, msg: 'This request name is already in use. Use a new one.' },
    });
    expect(await count('Second body')).toBe(0);
  });

  it('can be repeated after a refusal', async () => {
    const key = newKey();
    const created = await make(newKey(), 'Taken');
    expect((await make(key, 'Taken')).status).toBe(409);
    await operator.call('customerDelete', { path: { id: created.data.id } });
    expect((await make(key, 'Taken')).status).toBe(200);
  });

  it('is bound to its caller', async () => {
    const key = newKey();
    const [mine, theirs] = [await make(key, 'Mine'), await make(key, 'Theirs', stranger)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(await count('Theirs', stranger)).toBe(1);
  });

  it('moves a record once', async () => {
    const { data } = await make(newKey(), 'Moved once');
    const lost = { name: 'lose', version: 1, form: { lostReason: 'Too dear' } };
    const input = named(newKey(), { path: { entity: 'customer', id: data.id }, body: lost });
    const answers = [
      await ask(operator, 'recordTransition', input),
      await ask(operator, 'recordTransition', input),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.data).toEqual(answers[0]!.data);
  });

  it('has no effect when repeated months later, and returns the version that it created', async () => {
    const key = newKey();
    const { data } = await make(key, 'Months later');
    await operator.call('updateCustomer', { body: { id: data.id, version: 1, remark: 'Changed since' } });
    await ageRequests(server, 399);
    expect((await make(key, 'Months later')).data).toEqual({ id: data.id, version: 1 });
    expect(await make(key, 'Another body')).toMatchObject({ status: 422 });
    expect(await count('Months later')).toBe(1);
  });

  it('is deleted after 400 days', async () => {
    const key = newKey();
    await make(key, 'Long ago');
    await ageRequests(server, 401);
    expect(await make(key, 'Since then')).toMatchObject({ status: 200, data: { name: 'Since then' } });
  });

  it("uses the caller's permissions at its arrival", async () => {
    const boss = await login(
      server,
      (await makePerson(server, [operator.tenantId], { permissions: ['*'] })).username,
      PASSWORD,
    );
    const role = { key: `maker${++serial}`, name: `Maker ${serial}` };
    const rights = ['customer:create', 'customer:get@own', 'customer:update@own'];
    const { id, version } = await boss.call('roleCreate', { body: { ...role, permissions: rights } });
    const { username } = await makePerson(server, [operator.tenantId], { role: role.key });
    const maker = await login(server, username, PASSWORD);
    const { data } = await make(newKey(), `Right ended ${serial}`, maker);
    const input = named(newKey(), { body: { id: data.id, version: 1, remark: 'Seen' } });
    const change = () => ask(maker, 'updateCustomer', input) as Promise<Answer<object>>;
    const first = await change();
    expect(await change()).toMatchObject({ status: 200, data: first.data });
    const { userId: ownerId } = await boss.call('getPrincipal');
    await boss.call('recordHandover', {
      path: { entity: 'customer' },
      body: { selection: { ids: [data.id] }, userId: ownerId },
    });
    expect((await change()).data).toEqual({ id: data.id, version: 2 });
    await boss.call('roleUpdate', { body: { id, version, permissions: ['customer:create'] } });
    expect(await change()).toMatchObject({ status: 403 });
  });

  it('of a signed-out user is refused, and has no effect', async () => {
    const ask1 = (sender: string) =>
      ask(operator, 'customerCreate', {
        ...{ body: { name: 'By another' } },
        headers: { 'x-sent-by': sender, 'idempotency-key': newKey() },
      });
    const { userId, tenantId } = await operator.call('getPrincipal');
    expect(await ask1(`${userId + 1}@${tenantId}`)).toMatchObject({
      ...{ status: 403, msg: 'Another user is signed in now. Nothing was changed.' },
    });
    expect(await ask1(`${userId}@${tenantId + 1}`)).toMatchObject({ status: 403 });
    expect(await count('By another')).toBe(0);
    expect(await ask1(`${userId}@${tenantId}`)).toMatchObject({ status: 200 });
  });

  it('with characters that are invalid in a header is refused', async () => {
    expect(await make('x'.repeat(201), 'Long name')).toMatchObject({ status: 400 });
  });
});
