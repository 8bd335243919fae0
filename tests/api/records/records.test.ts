import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { countRows, runSql, setRoles } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import {
  customerAt as at,
  customersOf,
  fileForm as form,
  openRecordWorld,
  type RecordWorld,
} from '../../support/records/records.ts';
import { PNG } from '../../support/records/sampleFiles.ts';
import { type Client, login, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let people: RecordWorld['people'];
let boss: Client;
let reader: Client;
let owner: Client;
let stranger: Client;
let narrow: Client;

beforeAll(async () => {
  const world = await openRecordWorld();
  ({ server, tenantId, people } = world);
  ({ boss, reader, owner, stranger, narrow } = world.clients);
});
afterAll(() => server?.stop());

const { create, change, remove, history } = customersOf(() => boss);

describe('the history of a record', () => {
  it('lists who changed what, field by field, newest first and by page', async () => {
    const record = await create(boss, { city: 'A' });
    const second = await change(record, { city: 'B' });
    await change(second, { city: 'C', level: 'VIP' });
    const [newest, middle] = await history(record.id);
    expect(newest).toMatchObject({
      action: 'update',
      userId: people.boss.userId,
      withheld: false,
      undoable: true,
    });
    expect(newest!.userName).toMatch(/^Person/);
    expect(newest!.changes).toEqual([
      { field: 'level', before: 'NP', after: 'VIP' },
      { field: 'city', before: 'B', after: 'C' },
    ]);
    const page = await boss.call('recordHistory', { ...at(record.id), query: { current: 2, size: 1 } });
    expect(page).toMatchObject({ total: 3, current: 2, size: 1 });
    expect(page.records).toEqual([middle]);
    expect((await history(record.id, reader))[0]!.undoable).toBe(false);

    await change({ id: record.id, version: 3 }, { city: 'C' });
    expect(await history(record.id)).toHaveLength(3);
  });

  it('can revert one change, or the record to a moment', async () => {
    const record = await create(boss, { city: 'A', address: 'first' });
    const second = await change(record, { city: 'B' });
    const third = await change(second, { city: 'C', address: 'third' });
    const entries = await history(record.id);
    const [newest, middle, first] = entries.map(({ id }) => id);
    const revert = (body: Record<string, unknown>) => boss.call('recordRevert', { ...at(record.id), body });

    const planned = await revert({ entry: newest, mode: 'undo', version: third.version, dryRun: true });
    expect(planned.changes).toEqual([
      { field: 'city', before: 'C', after: 'B' },
      { field: 'address', before: 'third', after: 'first' },
    ]);
    expect(await history(record.id)).toHaveLength(3);

    await revert({ entry: newest, mode: 'undo', version: third.version });
    const now = await boss.call('getCustomerInfoById', { query: { id: record.id } });
    expect(now).toMatchObject({ city: 'B', address: 'first', version: third.version + 1 });
    expect((await history(record.id))[0]).toMatchObject({ action: 'revert' });

    await revert({ entry: first, mode: 'moment', version: now.version });
    expect(await boss.call('getCustomerInfoById', { query: { id: record.id } })).toMatchObject({
      city: 'A',
      address: 'first',
    });
    const stale = await ask(boss, 'recordRevert', {
      ...at(record.id),
      body: { entry: middle, mode: 'moment', version: now.version },
    });
    expect([stale.status, stale.code]).toEqual([409, 40930]);
    const nothing = await ask(boss, 'recordRevert', {
      ...at(record.id),
      body: { entry: first, mode: 'moment', version: now.version + 1 },
    });
    expect([nothing.status, nothing.code]).toEqual([409, 40915]);
    const gone = await ask(boss, 'recordRevert', {
      ...at(record.id),
      body: { entry: 999_999_999, mode: 'undo', version: 1 },
    });
    expect([gone.status, gone.code]).toEqual([404, 40402]);
  });

  it('skips values that are no longer valid, with the reason, and does not write them', async () => {
    const record = await create(boss, { city: 'A', taxNumber: '91310000MA1FL0A1XX' });
    const second = await change(record, { city: 'B', taxNumber: '91310000MA1FL0A1YY' });
    const [newest] = await history(record.id);
    // Simulates a number that was written before its pattern existed.
    await runSql(
      server,
      `update audit_log set diff = jsonb_set(diff, '{taxNumber,0}', '"too short"') where id = $1`,
      newest!.id,
    );
    const body = { entry: newest!.id, mode: 'undo' as const, version: second.version };
    const wish = (more: object) => ({ ...at(record.id), body: { ...body, ...more } });
    const planned = await boss.call('recordRevert', {
      ...wish({ dryRun: true }),
      headers: { 'accept-language': 'en' },
    });
    expect(planned.changes.map(({ field }) => field)).toEqual(['taxNumber', 'city']);
    expect(planned.problems).toEqual([{ field: 'taxNumber', msg: expect.stringContaining('15 to 20') }]);
    const refused = await ask(boss, 'recordRevert', wish({}));
    expect(refused).toMatchObject({ status: 400, errors: [{ field: '/taxNumber' }] });
    expect(await history(record.id)).toHaveLength(2);
    await boss.call('recordRevert', wish({ fields: ['city'] }));
    expect(await boss.call('getCustomerInfoById', { query: { id: record.id } })).toMatchObject({
      city: 'A',
      taxNumber: '91310000MA1FL0A1YY',
    });
  });

  it('shows no protected value: only that the token of a device has changed', async () => {
    const sn = `H${tenantId}`;
    await boss.call('stationCreate', {
      body: { sn, name: sn, timeZone: 'Asia/Shanghai', longitude: 121, latitude: 31 },
    });
    const device = await boss.call('deviceCreate', {
      body: { sn: `${sn}-1`, name: 'Meter', stationSn: sn, type: 'meter' },
    });
    await boss.call('deviceTokenRenew', { path: { id: device.id } });
    const path = { entity: 'device', id: device.id };
    const [renewed] = (await boss.call('recordHistory', { path })).records;
    expect(renewed).toMatchObject({
      changes: [{ field: 'token', before: null, after: null, hidden: true }],
      undoable: false,
    });
  });
});

describe('fields that a role hides or only shows', () => {
  it('are omitted from the history, refused on write, and never reverted', async () => {
    const person = await makePerson(server, [tenantId]);
    const rules = [
      { field: 'customer.creditRating', rule: 'hidden' },
      { field: 'customer.city', rule: 'read' },
    ];
    const role = { permissions: ['customer:*'], fieldRules: rules };
    await setRoles(server, person.userId, [await makeRole(server, tenantId, role)]);
    const limited = await login(server, person.username, PASSWORD);
    const record = await create(boss, { city: 'A', creditRating: 'normal' });
    const second = await change(record, { city: 'B', creditRating: 'blacklist' });
    const [newest] = await history(record.id, limited);
    expect(newest).toMatchObject({
      changes: [{ field: 'city', before: 'A', after: 'B' }],
      withheld: true,
      undoable: false,
    });
    const revert = { entry: newest!.id, mode: 'undo', version: second.version };
    expect((await ask(limited, 'recordRevert', { ...at(record.id), body: revert })).code).toBe(40915);
    for (const body of [{ city: 'C' }, { creditRating: 'normal' }]) {
      const refused = await ask(limited, 'updateCustomer', {
        body: { id: record.id, version: second.version, ...body },
      });
      expect([refused.status, refused.code, refused.errors?.[0]?.field]).toEqual([
        403,
        40305,
        `/${Object.keys(body)[0]}`,
      ]);
    }
    const changed = { address: 'new', city: 'B' };
    expect(await change(second, changed, limited)).toMatchObject(changed);
  });
});

describe('comments', () => {
  it('are added by users who see the record, changed by their author, removed by them or an editor', async () => {
    const { id } = await create();
    const comments = async (client = boss) => (await client.call('recordComments', at(id))).records;
    const text = `See @[${people.boss.userId}]\u202e\u0007 <b>now</b>`;
    const added = await reader.call('recordCommentAdd', { ...at(id), body: { body: `  ${text}  ` } });
    expect(added).toMatchObject({
      body: `See @[${people.boss.userId}] <b>now</b>`,
      mine: true,
      removable: true,
      editedAt: null,
    });
    expect(added.people).toEqual([{ id: people.boss.userId, name: expect.stringMatching(/^Person/) }]);
    expect(await comments()).toEqual([{ ...added, mine: false }]);
    expect((await comments(narrow))[0]).toMatchObject({ mine: false, removable: false });

    const edit = (client: Client, body: string) =>
      ask(client, 'recordCommentEdit', { ...at(id, { commentId: added.id }), body: { body } });
    expect((await edit(boss, 'mine now')).code).toBe(40306);
    expect((await edit(reader, 'better')).data).toMatchObject({
      body: 'better',
      editedAt: expect.any(String),
    });
    expect((await edit(reader, ' \u0007 ')).code).toBe(40016);
    expect((await edit(reader, '@[999999]')).code).toBe(40015);
    expect((await edit(reader, `@[${people.stranger.userId}]`)).code).toBe(40015);

    const removed = (client: Client) => ask(client, 'recordCommentRemove', at(id, { commentId: added.id }));
    expect((await removed(narrow)).code).toBe(40306);
    expect((await removed(boss)).status).toBe(200);
    expect(await comments()).toEqual([]);
  });

  it('notify mentioned users, once, and only users who may see the record', async () => {
    const { id } = await create(boss, { name: 'Mentioned & Co' });
    const { owner: blind, reader: seeing, boss: self } = people;
    const ids = [blind, seeing, seeing, self].map(({ userId }) => `@[${userId}]`).join(' ');
    const added = await boss.call('recordCommentAdd', { ...at(id), body: { body: `Look ${ids}` } });
    const path = { path: { ...at(id).path, commentId: added.id } };
    await boss.call('recordCommentEdit', { ...path, body: { body: `Look again ${ids}` } });
    const audits = await runSql(
      server,
      'select user_id as "userId", text, link from notice where link like $1',
      `%/${id}?%`,
    );
    expect(audits).toEqual([
      {
        userId: seeing.userId,
        text: {
          zh: expect.stringMatching(/^Person \d+在客户“Mentioned & Co”的评论中提到了您$/),
          en: expect.stringMatching(/^Person \d+ mentioned you in a comment on Customer “Mentioned & Co”$/),
        },
        link: `/main/appliance/customer/${id}?tab=comments`,
      },
    ]);
  });

  it('of one record cannot be accessed through another', async () => {
    const [one, two] = [await create(), await create()];
    const { id } = await boss.call('recordCommentAdd', { ...at(one.id), body: { body: 'here' } });
    for (const call of ['recordCommentEdit', 'recordCommentRemove'] as const) {
      const body = call === 'recordCommentEdit' ? { body: { body: 'there' } } : {};
      expect((await ask(boss, call, { ...at(two.id, { commentId: id }), ...body })).status).toBe(404);
    }
  });

  it('can mention people of the same tenant only', async () => {
    const { id } = await create();
    const names = async (search: string) =>
      (await boss.call('recordPeople', { ...at(id), query: { search } })).map((one) => one.id);
    expect(await names(people.reader.username)).toEqual([people.reader.userId]);
    expect(await names(people.stranger.username)).toEqual([]);
    expect(await names('%')).toEqual([]);
  });
});

describe('attachments', () => {
  it('keep their name and are returned as a download, whatever their type', async () => {
    const { id } = await create();
    const page = Buffer.from('<script>alert(1)</script>');
    const added = await boss.call('recordAttachmentAdd', { ...at(id), form: form('../../图 纸.html', page) });
    expect(added).toMatchObject({ name: '图 纸.html', type: 'application/octet-stream', size: page.length });
    expect(await boss.call('recordCounts', at(id))).toEqual({ comments: 0, attachments: 1 });
    const response = await reader.request('recordAttachmentRead', at(id, { attachmentId: added.id }));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(page)).toBe(true);
    const picture = await boss.call('recordAttachmentAdd', { ...at(id), form: form('photo.png', PNG) });
    const shown = await reader.request('recordAttachmentRead', at(id, { attachmentId: picture.id }));
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment; /);

    expect((await ask(reader, 'recordAttachmentRemove', at(id, { attachmentId: added.id }))).status).toBe(
      403,
    );
    await boss.call('recordAttachmentRemove', at(id, { attachmentId: added.id }));
    expect((await reader.request('recordAttachmentRead', at(id, { attachmentId: added.id }))).status).toBe(
      404,
    );
    expect((await boss.call('recordAttachments', at(id))).map((one) => one.id)).toEqual([picture.id]);
  });

  it('that are no picture, without a name, with a too long name or too many are refused completely', async () => {
    const { id } = await create();
    const refused = async (name: string, content: Buffer, field?: string) =>
      (await ask(boss, 'recordAttachmentAdd', { ...at(id), form: form(name, content, field) })).code;
    expect(await refused('fake.png', Buffer.from('no picture'))).toBe(40045);
    expect(await refused(`${'长'.repeat(201)}.txt`, Buffer.from('x'))).toBe(40046);
    expect(await refused('a.txt', Buffer.from('x'), 'other')).toBe(40047);
    const files = () => countRows(server, 'file', { tenant_id: tenantId });
    for (let n = 0; n < 30; n++)
      await boss.call('recordAttachmentAdd', { ...at(id), form: form(`${n}.txt`, Buffer.from('x')) });
    const before = await files();
    expect(await refused('31.txt', Buffer.from('x'))).toBe(40916);
    expect(await files()).toEqual(before);
  });
});

describe('rights on the record', () => {
  const reads = (id: number) =>
    [
      ['recordCounts', at(id)],
      ['recordHistory', at(id)],
      ['recordPeople', at(id)],
      ['recordComments', at(id)],
      ['recordCommentAdd', { ...at(id), body: { body: 'x' } }],
      ['recordAttachments', at(id)],
      ['recordAttachmentRead', at(id, { attachmentId: 1 })],
    ] as const;

  it('apply to every call: invisible records and records of other tenants do not exist', async () => {
    const { id } = await create();
    for (const client of [stranger, owner]) {
      for (const [call, input] of reads(id)) expect((await ask(client, call, input)).status, call).toBe(404);
      const input = { ...at(id), body: { entry: 1, mode: 'undo', version: 1 } };
      expect((await ask(client, 'recordRevert', input)).status).toBe(404);
      expect((await ask(client, 'recordAttachmentAdd', { ...at(id), form: form('a', PNG) })).status).toBe(
        404,
      );
    }
  });

  it('limited to own records allow changing and deleting these, and refuse others', async () => {
    const mine = await create(owner);
    expect((await change(mine, { city: 'X' }, owner)).city).toBe('X');
    const others = await create();
    expect(
      (await ask(narrow, 'updateCustomer', { body: { id: others.id, version: 1, city: 'Y' } })).status,
    ).toBe(403);
    expect((await ask(narrow, 'customerDelete', { path: { id: others.id } })).status).toBe(403);
    expect((await ask(owner, 'customerDelete', { path: { id: others.id } })).status).toBe(404);
    const revert = { ...at(others.id), body: { entry: 1, mode: 'undo', version: 1 } };
    expect((await ask(narrow, 'recordRevert', revert)).status).toBe(403);
    expect(
      (await ask(narrow, 'recordAttachmentAdd', { ...at(others.id), form: form('a', PNG) })).status,
    ).toBe(403);
    expect((await ask(narrow, 'recordComments', at(others.id))).status).toBe(200);
  });

  it('of a department include the records of its people', async () => {
    const person = await makePerson(server, [tenantId], {
      permissions: ['customer:get@department', 'customer:delete@department', 'recycleBin:list'],
    });
    await makeDept(server, tenantId, people.boss.userId, [person.userId, people.owner.userId]);
    const colleague = await login(server, person.username, PASSWORD);
    const [theirs, far] = [await create(owner), await create(boss)];
    expect((await ask(colleague, 'recordHistory', at(theirs.id))).status).toBe(200);
    expect((await ask(colleague, 'recordHistory', at(far.id))).status).toBe(404);
    await remove(theirs.id, owner);
    const { records } = await colleague.call('recycleBin');
    expect(records.map(({ recordId }) => recordId)).toEqual([theirs.id]);
  });

  it('refuse an unknown entity', async () => {
    expect((await ask(boss, 'recordHistory', { path: { entity: 'nothing', id: 1 } })).status).toBe(404);
  });
});
