/** Documents and statistics are changed while the platform runs, and previewed before that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

type Document = Record<string, unknown>;
const NUMBER = { zh: '编号', en: 'Number' };

let server: TestServer;
let admin: Client;
let leave: { id: number };
let reader: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const dates = { startDate: '2026-03-02', endDate: '2026-03-03' };
  leave = await admin.call('leaveCreate', {
    body: { type: 'personal', subject: 'Moving', reason: 'Moving house', ...dates },
  });
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { permissions: ['studio:get'] });
  reader = await login(server, username, PASSWORD);
});
afterAll(() => server?.stop());

const applied = (kind: 'document' | 'statistic', name: string) =>
  admin.call('studioDefinition', { path: { kind, name } });
const apply = (kind: 'document' | 'statistic', document: Document, name?: string, base = 0) =>
  admin.call('studioApply', { body: { kind, name, document, base } });
const of = (path: string) => ({ path: { entity: 'leave', id: leave.id, document: path } });

/** Returns the first characters of a file, which are `%PDF` for a PDF. */
async function printed(path: string, body?: Document): Promise<string> {
  const response = await admin.fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${admin.tokens().main}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return (await response.text()).slice(0, 4);
}
const onPaper = (name: string) => printed(`/manager/record/leave/${leave.id}/document/${name}`);

describe('a document', () => {
  const draft = { $schema: '../meta/document.schema.json', name: 'leaveSlip', title: NUMBER, of: 'leave' };
  const slip = { ...draft, sections: [{ fields: ['type', 'days'] }] };

  it('begins with the fields of the list', async () => {
    const query = { kind: 'document', name: 'leaveSlip', of: 'leave' } as const;
    expect(await admin.call('studioTemplate', { query })).toMatchObject({ of: 'leave', name: 'leaveSlip' });
    const problems = await admin.call('studioCheck', {
      body: { kind: 'document', document: await admin.call('studioTemplate', { query }) },
    });
    expect(problems.problems).toEqual([]);
    const nothing = { ...query, of: 'nothing' };
    await expect(admin.call('studioTemplate', { query: nothing })).rejects.toMatchObject({ status: 400 });
  });

  it('is printed from its draft before it is applied', async () => {
    expect(await printed('/manager/studio/document', { document: slip, id: leave.id })).toBe('%PDF');
    await expect(admin.call('recordDocument', of('leaveSlip'))).rejects.toMatchObject({ status: 404 });
  });

  it('with a mistake is not printed', async () => {
    const document = { ...slip, sections: [{ fields: ['dayz'] }] };
    const failed = admin.call('studioDocument', { body: { document, id: leave.id } });
    await expect(failed).rejects.toMatchObject({ code: 40069 });
  });

  it('is not printed for users who may not read the record', async () => {
    const body = { document: slip, id: leave.id };
    await expect(reader.call('studioDocument', { body })).rejects.toMatchObject({ status: 403 });
  });

  it('exists once it is applied, and no longer when this is reverted', async () => {
    await apply('document', slip);
    expect(await onPaper('leaveSlip')).toBe('%PDF');
    const { documents } = await admin.call('studioApplied', { query: {} });
    expect(documents).toMatchObject({ leaveSlip: { title: NUMBER } });
    await admin.call('studioUndo', { body: { id: (await applied('document', 'leaveSlip')).base } });
    await expect(admin.call('recordDocument', of('leaveSlip'))).rejects.toMatchObject({ status: 404 });
  });

  it('of the repository is changed by its name', async () => {
    const { document, base, file } = await applied('document', 'leaveForm');
    expect(file).toBe('schemas/documents/leaveForm.json');
    await apply('document', { ...document, title: NUMBER }, 'leaveForm', base);
    const response = await admin.fetch(`/manager/record/leave/${leave.id}/document/leaveForm?lang=en`, {
      headers: { authorization: `Bearer ${admin.tokens().main}` },
    });
    expect(response.headers.get('content-disposition')).toContain('Number');
  });
});

describe('a statistic', () => {
  const query = { kind: 'statistic', name: 'leavesMade', of: 'leave' } as const;

  it('is counted from its draft, and then as applied', async () => {
    const document = await admin.call('studioTemplate', { query });
    const drafted = await admin.call('studioStatistic', { body: { document } });
    expect(drafted.totals).toMatchObject([{ figures: { records: 1 } }]);
    await expect(
      admin.call('recordStatistic', { path: { name: 'leavesMade' }, query: {} }),
    ).rejects.toMatchObject({ status: 404 });
    await apply('statistic', document);
    expect(await admin.call('recordStatistic', { path: { name: 'leavesMade' }, query: {} })).toEqual(drafted);
  });

  it('is refused to users who may not list the records', async () => {
    const { document } = await applied('statistic', 'leavesMade');
    const body = { name: 'leavesMade', document };
    await expect(reader.call('studioStatistic', { body })).rejects.toMatchObject({ status: 403 });
  });
});
