/** A process is killed during an import. The report covers every row that the process had read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../runtime/core/importReport.ts';
import { awaitJobEnd, checkTable, tableFile, upload } from '../../support/records/excel.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { type Client, login, startedFolder } from '../../support/server/server.ts';

const ROWS = 6_000;
const dept = { entity: 'dept' } as const;

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: ServerProcess;

async function start(): Promise<Client> {
  server = spawnServer(folder.path);
  return login({ url: await server.ready() });
}

beforeAll(async () => {
  folder = await startedFolder();
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await folder.remove();
});

describe('an import whose process is killed', () => {
  it('reports rows that waited for others as not imported', async () => {
    const before = await start();
    const { userId } = await before.call('getPrincipal');
    const rows = Array.from({ length: ROWS }, (_, at) => [`Lost ${at}`, '', String(userId)]);
    const table = await tableFile([
      ['name', 'parentId', 'managerId'],
      ['Early', `Lost ${ROWS - 1}`, String(userId)],
      ...rows,
    ]);
    const check = await checkTable(before, dept, upload(table));
    expect(check.report).toMatchObject({ total: ROWS + 1, created: ROWS + 1 });
    const path = { ...dept, id: check.job.id };
    const job = await before.call('recordImport', { path, headers: { 'accept-language': 'en' } });
    let { done } = job;
    while (done === 0) ({ done } = await before.call('jobGet', { path: { id: job.id } }));
    server.child.kill('SIGKILL');
    await server.ended;
    const after = await start();
    const lost = await awaitJobEnd(after, job);
    expect(lost.status).toBe('failed');
    const report = lost.result as unknown as ImportReport;
    expect(report.created).toBeGreaterThan(0);
    expect(report.created).toBeLessThan(ROWS);
    expect(report).toMatchObject({ rejected: 1, total: report.created + 1 });
    expect(report.problems).toMatchObject([
      { row: 2, column: 'parentId', reason: 'Not imported: the record it refers to was not imported' },
    ]);
    expect(report.lastRow).toBe(report.created + 2);
    const { total } = await after.call('deptPage', { query: { size: 1, search: 'Lost' } });
    expect(total).toBe(report.created);
  });
});
