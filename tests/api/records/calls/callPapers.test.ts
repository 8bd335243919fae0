/** Lines of calls return documents, histories, and the records behind a figure. */
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../../generated/calls.ts';
import type { Inspection } from '../../../../generated/types.ts';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { setRoles } from '../../../support/calls/world.ts';
import { makePerson, makeRole, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { makeInspection, moveInspection } from '../../../support/records/inspections.ts';
import { readPdf } from '../../../support/records/papers.ts';
import { type Client, login } from '../../../support/server/server.ts';

const served = serveOperators();

let boss: Client;
let blind: Client;
let stranger: Client;
let first: Inspection;
let last: Inspection;

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const enter = async (permissions: readonly string[], roles: readonly number[] = []) => {
    const { userId, username } = await makePerson(served.server, [tenant], { permissions });
    if (roles.length > 0) await setRoles(served.server, userId, [...roles]);
    return login(served.server, username, PASSWORD);
  };
  boss = await enter(['*']);
  stranger = await enter(['inspection:list@own', 'inspection:get@own']);
  const role = await makeRole(served.server, tenant, {
    permissions: ['inspection:get', 'inspection:list'],
    fieldRules: [{ field: 'inspection.summary', rule: 'hidden' }],
  });
  blind = await enter([], [role]);
  first = await makeInspection(boss, { name: 'North/South', summary: 'All in order', day: '2026-03-31' });
  last = await makeInspection(boss, { name: 'North/South', day: '2026-04-01' });
});

const papers = (client: Client, ids: readonly number[]) =>
  client.request('inspectionPapers', { body: { ids } });

describe('a line that sends a document', () => {
  it('sends one record in the named format', async () => {
    const answer = await boss.request('inspectionPaper', { query: { id: first.id } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/wordprocessingml/);
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toMatch(
      /North\/South\.docx$/,
    );
  });

  it('sends several as an archive, each under its own name', async () => {
    const answer = await papers(boss, [first.id, last.id]);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['巡检报告 North_South.pdf', '巡检报告 North_South (2).pdf']);
    const [one, other] = Object.values(files);
    expect((await readPdf(one!)).text).toContain('All in order');
    expect((await readPdf(other!)).text).not.toContain('All in order');
  });

  it('refuses the whole archive if one record is invisible, and omits hidden fields', async () => {
    expect((await papers(boss, [first.id, 999_999_999])).status).toBe(404);
    expect((await papers(stranger, [first.id])).status).toBe(404);
    const seen = unzipSync(new Uint8Array(await (await papers(blind, [first.id, last.id])).arrayBuffer()));
    expect((await readPdf(Object.values(seen)[0]!)).text).not.toContain('All in order');
  });

  it('sends a single one of several as its file', async () => {
    const answer = await papers(boss, [first.id]);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).text).toContain('All in order');
  });
});

describe('a line that returns the history', () => {
  it('lists who changed what from which value, newest first, by page', async () => {
    await moveInspection(boss, last.id, 'start');
    const page = await boss.call('inspectionHistory', { query: { id: last.id, size: 1 } });
    expect(page).toMatchObject({ total: 2, current: 1, size: 1 });
    expect(page.records[0]).toMatchObject({ action: 'transition:start', withheld: false });
    expect(page.records[0]!.changes).toContainEqual({ field: 'state', before: 'todo', after: 'running' });
  });

  it('omits hidden fields, and is refused if the record is invisible', async () => {
    const { records } = await blind.call('inspectionHistory', { query: { id: first.id } });
    expect(records).toMatchObject([{ action: 'create', withheld: true, undoable: false }]);
    expect(records[0]!.changes.map(({ field }) => field)).not.toContain('summary');
    expect((await ask(stranger, 'inspectionHistory', { query: { id: first.id } })).status).toBe(404);
  });
});

describe('the records behind a figure', () => {
  const counted = async (client: Client, query: Input<'inspectionsCounted'>['query']) =>
    (await client.call('inspectionsCounted', { query })).records.map(({ id }) => id);

  it('are the ones that the figure of a row counts, for each kind of key', async () => {
    expect((await counted(boss, { figure: 'inspections' })).toSorted()).toEqual([first.id, last.id]);
    expect(await counted(boss, { figure: 'inspections', month: '2026-03' })).toEqual([first.id]);
    expect(await counted(boss, { figure: 'inspections', week: '2026-W14' })).toHaveLength(2);
    expect(
      await counted(boss, { figure: 'inspections', stationSn: last.stationSn, state: 'running' }),
    ).toEqual([last.id]);
    expect(await counted(boss, { figure: 'completed' })).toEqual([]);
    // A ratio lists the records of its denominator.
    expect(await counted(boss, { figure: 'completedShare' })).toHaveLength(2);
    const from = { from: '2026-04-01', to: '2026-04-30' };
    expect(await counted(boss, { figure: 'inspections', ...from })).toEqual([last.id]);
    expect(await counted(boss, { figure: 'inspections', empty: 'userId' })).toEqual([]);
  });

  it('have the number that each row of the statistic shows', async () => {
    const by = 'month,state';
    const { rows } = await boss.call('recordStatistic', { path: { name: 'inspections' }, query: { by } });
    expect(rows).toHaveLength(2);
    for (const { key, figures } of rows) {
      const query = { figure: 'inspections', month: String(key.month), state: String(key.state) } as const;
      const { total } = await boss.call('inspectionsCounted', { query: { ...query, size: 1 } });
      expect(total).toBe(figures.inspections);
    }
  });

  it('include only records that the caller may list, and an unknown name is refused', async () => {
    expect(await counted(stranger, { figure: 'inspections' })).toEqual([]);
    const refused = (query: Record<string, string>) => ask(boss, 'inspectionsCounted', { query });
    expect(await refused({ figure: 'nothing' })).toMatchObject({ status: 400 });
    expect(await refused({ figure: 'inspections', month: '2026-13' })).toMatchObject({
      ...{ status: 400, code: 400186 },
    });
    expect(await refused({ figure: 'inspections', empty: 'nothing' })).toMatchObject({ status: 400 });
  });
});
