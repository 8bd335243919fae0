import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { runRetention } from '../../support/calls/inside.ts';
import { addNotice, setMember } from '../../support/calls/world.ts';
import { type LeaveTeam, leaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { type Client, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let member: LeaveTeam['member'];
let applicant: Member;
let manager: Member;
let colleague: Member;

beforeAll(async () => {
  server = await sharedServer();
  ({ tenantId, member, applicant, manager, colleague } = await leaveTeam(server));
});
afterAll(() => server?.stop());

/** Reads the events of a page, up to and including the first one of this kind. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, event: string): Promise<string> {
  let text = '';
  while (!text.includes(event)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`never heard ${event}: ${text}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}

async function changeRights({ id }: Member): Promise<void> {
  await setMember(server, id, { permissions: ['customer:*'] });
}

/** Delegates a decision to another person, who gets a notice. */
async function delegateTo(member: Member): Promise<void> {
  const { request } = await submit(applicant);
  await manager.client.call('approvalDelegate', {
    path: { id: request.id },
    body: { version: request.version, userId: member.id },
  });
}

describe('notices', () => {
  it('are deleted: read ones after their days, unread ones after twice as many', async () => {
    const reader = await member();
    const days = server.config.noticeDays;
    const ages: [isRead: boolean, age: number][] = [
      [true, days + 1],
      [true, days - 1],
      [false, days + 1],
      [false, days * 2 + 1],
    ];
    for (const [isRead, age] of ages) await addNotice(server, { tenantId, userId: reader.id, isRead, age });
    const left = async () => (await reader.client.call('noticePage', {})).records.map(({ isRead }) => isRead);
    await runRetention(server, { noticeDays: 0 });
    expect(await left()).toHaveLength(4);
    await runRetention(server);
    expect(await left()).toEqual([false, true]);
  });

  it('are announced at once, only to the users concerned', async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const listen = async ({ client }: Member) => {
      const response = await client.fetch('/ems/api/main/live', { signal });
      return response.body!.getReader();
    };
    const other = await member(['customer:list']);
    const [listening, deaf] = [await listen(manager), await listen(other)];
    await submit(applicant);
    await readUntil(listening, 'event: counts');
    // A later event has arrived, so all earlier events have arrived, too.
    await changeRights(other);
    expect(await readUntil(deaf, 'event: rights')).not.toContain('event: counts');
    abort.abort();
    expect((await fetch(`${server.url}/ems/api/main/live`)).status).toBe(401);
  });

  it('are sent after a change of permissions, only to the users concerned', async () => {
    const changed = await member(['customer:list']);
    const abort = new AbortController();
    const listen = async (who: Client) =>
      (await who.fetch('/ems/api/main/live', { signal: abort.signal })).body!.getReader();
    const [own, other] = [await listen(changed.client), await listen(colleague.client)];
    await changeRights(changed);
    await readUntil(own, 'event: rights');
    await delegateTo(colleague);
    expect(await readUntil(other, 'event: counts')).not.toContain('event: rights');
    abort.abort();
  });

  it('are read, counted and deleted by their reader only', async () => {
    const reader = await member(['leave:*@own']);
    const { request } = await submit(applicant);
    await manager.client.call('approvalDelegate', {
      path: { id: request.id },
      body: { version: request.version, userId: reader.id },
    });
    await manager.client.call('approvalComment', { path: { id: request.id }, body: { comment: 'please' } });
    const { records, total } = await reader.client.call('noticePage', {});
    expect(total).toBe(2);
    const [first, second] = records.map(({ id }) => id);
    expect(await reader.client.call('noticeUnreadCount', { query: { userId: reader.id, tenantId } })).toEqual(
      {
        unread: 2,
      },
    );
    const foreign = await ask(reader.client, 'noticeUnreadCount', { query: { userId: manager.id } });
    expect(foreign.status).toBe(403);
    expect(await reader.client.call('noticeRead', { path: { id: first! } })).toEqual({ unread: 1 });
    expect(await reader.client.call('noticeGet', { query: { id: first! } })).toMatchObject({ isRead: true });
    for (const call of ['noticeRead', 'noticeDelete'] as const)
      expect((await ask(manager.client, call, { path: { id: first! } })).status).toBe(404);
    expect((await ask(manager.client, 'noticeGet', { query: { id: first! } })).status).toBe(404);
    await manager.client.call('noticeDeleteMany', { query: { ids: `${first},${second}` } });
    await manager.client.call('noticeHandle', { body: { ids: [second!], isRead: true } });
    expect(await reader.client.call('noticeHandle', { body: { ids: [first!], isRead: false } })).toEqual({
      unread: 2,
    });
    expect(await reader.client.call('noticeHandle', { body: { isRead: true } })).toEqual({ unread: 0 });
    await reader.client.call('noticeDelete', { path: { id: second! } });
    expect((await reader.client.call('noticePage', {})).records.map(({ id }) => id)).toEqual([first]);
  });
});
