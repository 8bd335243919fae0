/** A secret link shows a list in a calendar: what its user may list at that moment, until the link ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { CallInput, Client } from '../../support/calls/client.ts';
import { createClient } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { changeRows, readRows, runSql, setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
const DAY_MS = 86_400_000;
const ahead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const DAYS: { path: { entity: string } } = { path: { entity: 'workCalendarDay' } };
let calendarId: number;

/**
 * Creates special days of the operator's tenant. They are a holiday whose name contains a line break, and a working day
 * without a name.
 */
beforeAll(async () => {
  const made = await served.operator.call('workCalendarCreate', {
    body: {
      ...{ name: 'Office', zone: 'Asia/Shanghai', weekend: [6, 7], inUse: true },
      days: [
        { day: ahead(10), kind: 'holiday', name: 'National\\Day; first, of\u2028it' },
        { day: ahead(12), kind: 'work' },
        { day: ahead(-200), kind: 'holiday', name: 'Long ago' },
        { day: ahead(700), kind: 'holiday', name: 'Far away' },
      ],
    },
  });
  calendarId = Number(made.id);
});

interface Member {
  client: Client;
  userId: number;
}

/** Creates a person of the operator's tenant with these permissions. */
async function member(permissions: readonly string[] = ['workCalendarDay:list']): Promise<Member> {
  const { userId, username } = await makePerson(served.server, [served.operator.tenantId], { permissions });
  return { userId, client: await login(served.server, username, PASSWORD) };
}

const subscribe = (client: Client, body: object = {}, entity = 'workCalendarDay') =>
  client.call('calendarFeedMake', { path: { entity }, body, headers: { 'x-time-zone': 'Asia/Shanghai' } });

const read = (token: string, headers: CallInput['headers'] = {}) =>
  createClient(served.server.url).request('calendarByLink', { path: { token }, headers });

async function textOf(token: string): Promise<string> {
  const response = await read(token);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('\r\n ', '');
}

/** Checks the answer to an invalid link, which gives no reason. */
async function gone(token: string) {
  const response = await read(token, { 'accept-language': 'en' });
  return { status: response.status, body: await response.json() };
}
const GONE = {
  status: 404,
  body: {
    code: 40491,
    data: null,
    msg: 'This link is no longer valid. Ask the sender for a new one.',
  },
};

const count = (text: string, line: string): number => text.split('\r\n').filter((one) => one === line).length;

describe('a subscription', () => {
  it("contains the list: days as days, in the person's language, three months back and a year ahead", async () => {
    const { client } = await member();
    const { token, feed } = await subscribe(client);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(feed).toMatchObject({ entity: 'workCalendarDay', name: null, filter: '', readAt: null });
    const response = await read(token);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    const text = (await response.text()).replaceAll('\r\n ', '');
    expect(count(text, 'BEGIN:VEVENT')).toBe(2);
    expect(text).toContain('SUMMARY:National\\\\Day\\; first\\, ofit\r\n');
    expect(text).toContain(`DTSTART;VALUE=DATE:${ahead(10).replaceAll('-', '')}\r\n`);
    expect(text).toContain(`DTEND;VALUE=DATE:${ahead(11).replaceAll('-', '')}\r\n`);
    expect(text).not.toContain('Long ago');
    expect(text).not.toContain('Far away');
    expect(text).toContain('X-WR-CALNAME:节假日与调休\r\n');
    expect(text).toContain('CATEGORIES:法定节假日\r\n');
    // A day without a name shows its kind.
    expect(text).toContain('SUMMARY:调休上班\r\n');
    await client.call('updateInfoData', { body: { lang: 'en' } });
    expect(await textOf(token)).toContain('CATEGORIES:Public holiday\r\n');
    expect((await client.call('calendarFeeds'))[0]?.readAt).not.toBeNull();
  });

  it("contains the records that the list's filter and search select, under the chosen name", async () => {
    const { client } = await member();
    const filter = JSON.stringify({ and: [{ field: 'kind', op: 'eq', value: 'work' }] });
    const { token } = await subscribe(client, { filter, name: 'Make-up, ours' });
    const text = await textOf(token);
    expect(count(text, 'BEGIN:VEVENT')).toBe(1);
    expect(text).toContain('SUMMARY:调休上班');
    expect(text).toContain('X-WR-CALNAME:Make-up\\, ours\r\n');
  });

  it('contains moments in UTC, and the page of each record', async () => {
    const { client, userId } = await member(['substitute:*@own', 'user:list']);
    const other = await member();
    const made = await client.call('substituteCreate', {
      body: {
        ...{ userId, substituteId: other.userId, reason: 'Abroad' },
        ...{ startsAt: `${ahead(3)}T09:30:00+08:00`, endsAt: `${ahead(4)}T18:00:00+08:00` },
      },
    });
    const { token } = await subscribe(client, {}, 'substitute');
    const text = await textOf(token);
    const { host, hostname, origin } = new URL(served.server.url);
    expect(host).not.toBe(hostname);
    expect(text).toContain(`UID:substitute-${made.id}.${served.operator.tenantId}@${hostname}\r\n`);
    expect(text).toContain(`DTSTART:${ahead(3).replaceAll('-', '')}T013000Z\r\n`);
    expect(text).toContain(`DTEND:${ahead(4).replaceAll('-', '')}T100000Z\r\n`);
    expect(text).toContain(`URL:${origin}/main/`);
    expect(text).toMatch(new RegExp(`/${made.id}\r\n`));
    const before = /SEQUENCE:(\d+)/.exec(text)?.[1];
    await client.call('substituteUpdate', {
      body: { id: made.id, version: made.version, reason: 'At home' },
    });
    const after = await textOf(token);
    expect(after).toContain('SUMMARY:At home');
    expect(Number(/SEQUENCE:(\d+)/.exec(after)?.[1])).toBe(Number(before) + 1);
  });

  it('is answered with 304 while nothing has changed', async () => {
    const { client } = await member();
    const { token } = await subscribe(client);
    const etag = (await read(token)).headers.get('etag') ?? '';
    const again = await read(token, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await served.operator.call('workCalendarDayCreate', {
      body: { calendarId, day: ahead(20), kind: 'rest', name: 'Bridge' },
    });
    const changed = await read(token, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('Bridge');
  });

  it('contains the nearest thousand records, and reports that there are more', async () => {
    const { client } = await member();
    const { operator, server } = served;
    const calendars = await Promise.all(
      ['One', 'Two', 'Three'].map((name) =>
        operator.call('workCalendarCreate', { body: { name, zone: 'UTC', weekend: [7], inUse: false } }),
      ),
    );
    for (const { id } of calendars)
      await runSql(
        server,
        `insert into work_calendar_day (tenant_id, calendar_id, day, kind, name)
         select $1, $2, current_date + n, 'rest', 'Day ' || n from generate_series(-80, 380) n`,
        ...[operator.tenantId, id],
      );
    const ids = calendars.map(({ id }) => id);
    const filter = JSON.stringify({ and: [{ field: 'calendarId', op: 'in', value: ids }] });
    const text = await textOf((await subscribe(client, { filter })).token);
    expect(count(text, 'BEGIN:VEVENT')).toBe(1001);
    expect(text).toContain('SUMMARY:此日历只包含离今天最近的1000条记录');
    expect(text).toContain('SUMMARY:Day -80\r\n');
    expect(text).toContain('SUMMARY:Day 250\r\n');
    expect(text).not.toContain('SUMMARY:Day 260\r\n');
  });
});

describe('a link', () => {
  it('ends when a new one is created for the same list, and when it is removed', async () => {
    const { client } = await member();
    const first = await subscribe(client);
    const other = await subscribe(client, { search: 'National' });
    const second = await subscribe(client);
    expect(second.feed.id).toBe(first.feed.id);
    expect(await gone(first.token)).toEqual(GONE);
    await textOf(second.token);
    expect((await client.call('calendarFeeds')).map(({ id }) => id)).toEqual([other.feed.id, second.feed.id]);
    await client.call('calendarFeedEnd', { path: { id: second.feed.id } });
    expect(await gone(second.token)).toEqual(GONE);
    await textOf(other.token);
  });

  it('is stored only as a hash, and a guess gets the same answer as an ended link', async () => {
    const { client, userId } = await member();
    const { token } = await subscribe(client);
    const rows = await readRows<{ token_hash: string }>(served.server, 'calendar_feed', ['token_hash'], {
      user_id: userId,
    });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await gone(rows[0]!.token_hash)).toEqual(GONE);
    expect(await gone('x'.repeat(43))).toEqual(GONE);
    expect((await read('short')).status).toBe(404);
  });

  it('ends without the permission to list, returns with it, and ends permanently with the password', async () => {
    const { client, userId } = await member([]);
    const { tenantId } = served.operator;
    const role = await makeRole(served.server, tenantId, { permissions: ['workCalendarDay:list'] });
    await setRoles(served.server, userId, [role]);
    const reader = await login(served.server, (await client.call('getPrincipal')).username, PASSWORD);
    const { token } = await subscribe(reader);
    await textOf(token);
    await setRoles(served.server, userId, []);
    expect(await gone(token)).toEqual(GONE);
    await setRoles(served.server, userId, [role]);
    await textOf(token);
    const change = { oldPassword: PASSWORD, newPassword: 'another one', repeatPassword: 'another one' };
    await reader.call('changePassword', { body: change });
    expect(await gone(token)).toEqual(GONE);
  });

  it.each([
    ['left', 'user', { status: 'inactive' }],
    ['was locked out', 'user_account', { active: false }],
  ])('leads nowhere once its person %s', async (_, table, change) => {
    const { client, userId } = await member();
    const { token } = await subscribe(client);
    await changeRows(served.server, table, { id: userId }, change);
    expect(await gone(token)).toEqual(GONE);
  });

  it('shows no field that a rule has hidden since, and ends if its filter or its days are hidden', async () => {
    const { userId, username } = await makePerson(served.server, [served.operator.tenantId]);
    const { tenantId } = served.operator;
    const permissions = ['workCalendarDay:list'];
    const open = await makeRole(served.server, tenantId, { permissions });
    const hiding = (field: string) =>
      makeRole(served.server, tenantId, { permissions, fieldRules: [{ field, rule: 'hidden' }] });
    await setRoles(served.server, userId, [open]);
    const client = await login(served.server, username, PASSWORD);
    const filter = JSON.stringify({ and: [{ field: 'name', op: 'contains', value: 'National' }] });
    const [all, named] = [await subscribe(client), await subscribe(client, { filter })];
    await textOf(named.token);
    await setRoles(served.server, userId, [await hiding('workCalendarDay.name')]);
    const text = await textOf(all.token);
    expect(text).not.toContain('National');
    expect(text).toContain('SUMMARY:法定节假日');
    expect(await gone(named.token)).toEqual(GONE);
    await setRoles(served.server, userId, [await hiding('workCalendarDay.day')]);
    expect(await gone(all.token)).toEqual(GONE);
  });

  it("contains only the user's own records if the permission is limited to these", async () => {
    const all = await member(['substitute:*', 'user:list']);
    const own = await member(['substitute:list@own']);
    const span = { startsAt: `${ahead(1)}T00:00:00Z`, endsAt: `${ahead(2)}T00:00:00Z` };
    await all.client.call('substituteCreate', {
      body: { userId: all.userId, substituteId: own.userId, reason: 'Somebody else’s', ...span },
    });
    expect(await textOf((await subscribe(all.client, {}, 'substitute')).token)).toContain('Somebody else');
    const { token } = await subscribe(own.client, {}, 'substitute');
    expect(count(await textOf(token), 'BEGIN:VEVENT')).toBe(0);
  });
});

describe('no user', () => {
  it('sees or ends subscriptions of others, in or out of the tenant, or reads their records', async () => {
    const { client } = await member();
    const { feed } = await subscribe(client);
    for (const other of [served.operator, served.stranger]) {
      expect((await other.call('calendarFeeds')).map(({ id }) => id)).not.toContain(feed.id);
      const ended = await other.request('calendarFeedEnd', { path: { id: feed.id } });
      expect(ended.status).toBe(404);
    }
    const { token } = await subscribe(served.stranger);
    expect(await textOf(token)).not.toContain('National');
  });

  it('subscribes to a list without dates, without a permission, or with an invalid filter', async () => {
    const { client } = await member(['workCalendarDay:list', 'workCalendar:list']);
    const statusOf = async (entity: string, body: object = {}) =>
      (await client.request('calendarFeedMake', { path: { entity }, body })).status;
    expect(await statusOf('workCalendar')).toBe(404);
    expect(await statusOf('substitute')).toBe(403);
    expect(await statusOf('nothing')).toBe(404);
    expect(
      await statusOf('workCalendarDay', { filter: '{"and":[{"field":"no","op":"eq","value":1}]}' }),
    ).toBe(400);
  });

  it('has more than fifty', async () => {
    const { client } = await member();
    for (let at = 0; at < 50; at += 1) await subscribe(client, { search: `word ${at}` });
    await expect(subscribe(client)).rejects.toMatchObject({ status: 409, code: 40977 });
    await subscribe(client, { search: 'word 7' });
  });

  it('has more than fifty, or two for the same list, even with parallel requests', async () => {
    const [one, other] = [(await member()).client, (await member()).client];
    const makeMany = async (client: Client, wishes: readonly object[]) => {
      const made = await Promise.all(
        wishes.map((body) => ask(client, 'calendarFeedMake', { ...DAYS, body })),
      );
      return Object.entries(Object.groupBy(made, ({ status }) => status)).map(([status, all]) => [
        Number(status),
        all?.length,
      ]);
    };
    const searches = Array.from({ length: 60 }, (_, at) => ({ search: `word ${at}` }));
    expect(await makeMany(one, searches)).toEqual([
      [200, 50],
      [409, 10],
    ]);
    expect(await one.call('calendarFeeds')).toHaveLength(50);
    expect(await makeMany(other, Array(16).fill({ search: 'word' }))).toEqual([[200, 16]]);
    expect(await other.call('calendarFeeds')).toHaveLength(1);
  });
});

describe('a list as a file', () => {
  it('contains the same once, in the language of the caller', async () => {
    const { client } = await member();
    const response = await client.request('calendarFile', {
      ...DAYS,
      body: {},
      headers: { 'accept-language': 'en' },
    });
    expect(response.headers.get('content-disposition')).toContain('.ics');
    const text = await response.text();
    expect(text).toContain('X-WR-CALNAME:Holidays and make-up days\r\n');
    expect(text).toContain('SUMMARY:National');
    const refused = await member([]);
    expect((await refused.client.request('calendarFile', { ...DAYS, body: {} })).status).toBe(403);
  });
});
