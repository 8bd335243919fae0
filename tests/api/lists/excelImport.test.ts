/** Imports of many rows, written in batches with the same rules as a single write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepResult, otherJobs, startJob, sweepJobs } from '../../support/calls/inside.ts';
import { addCustomers, setAge, withCheck } from '../../support/calls/world.ts';
import {
  awaitJobEnd,
  checkTable,
  exportTable,
  importTable,
  jobBytes,
  tableCells,
  tableFile,
  upload,
} from '../../support/records/excel.ts';
import { type Client, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, until } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
});
afterAll(() => server?.stop());

const named = async (begin: string, client = operator) => {
  const filter = JSON.stringify({ and: [{ field: 'name', op: 'contains', value: begin }] });
  return client.call('getCustomerList', { query: { filter, size: 100, sort: 'id' } });
};

describe('a batch', () => {
  it('loses only the bad rows that the database refuses, each reported at its original row', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => [
      `Batch ${at}`,
      [3, 499, 500].includes(at) ? 'Atlantis' : 'Xiamen',
    ]);
    const table = await tableFile([['name', 'city'], [], ...rows]);
    await withCheck(server, 'customer', `city is distinct from 'Atlantis'`, async () => {
      const check = await checkTable(operator, { entity: 'customer' }, upload(table));
      const problems = check.report.problems.map(({ row, column }) => `${row} ${column}`);
      expect(problems).toEqual(['6 city', '502 city', '503 city']);
      expect(check.report).toMatchObject({ total: 600, created: 597, rejected: 3, lastRow: 602 });
      expect((await named('Batch ')).total).toBe(0);
      const { job, report } = await importTable(operator, { entity: 'customer' }, check.job);
      expect(report.problems).toEqual(check.report.problems);
      expect(report).toMatchObject({ created: 597, rejected: 3 });
      expect(await tableCells(await jobBytes(operator, job))).toHaveLength(4);
    });
    const { total, records } = await named('Batch ');
    expect(total).toBe(597);
    expect(records.slice(0, 5).map(({ name }) => name)).toEqual([0, 1, 2, 4, 5].map((at) => `Batch ${at}`));
    const { id = 0, level } = records[0]!;
    expect(level).toBe('NP');
    const history = await operator.call('recordHistory', { path: { entity: 'customer', id } });
    expect(history.records).toMatchObject([{ action: 'import' }]);
    expect(history.records[0]?.changes.map(({ field }) => field)).toContain('ownerId');
  });

  it('of changes keeps fields that it does not contain, counts versions, and changes no record twice', async () => {
    const wish = { entity: 'customer', mode: 'update' } as const;
    const file = await tableFile([
      ['name', 'city', 'creditLimit'],
      ...[0, 1, 2].map((at) => [`Change ${at}`, 'Xiamen', '1,000.5']),
    ]);
    await importTable(
      operator,
      { entity: 'customer' },
      (await checkTable(operator, { entity: 'customer' }, upload(file))).job,
    );
    const [first, , third] = (await named('Change ')).records;
    const changes = await tableFile([
      ['id', 'name', 'city'],
      [String(first?.id), 'Change 0 anew', 'Fuzhou'],
      [null, 'Change 1', null],
      [String(third?.id), 'Change 2', 'Xiamen'],
      [null, 'Change 0', 'Lhasa'],
      [String(first?.id), null, 'Lhasa'],
    ]);
    const check = await checkTable(operator, wish, upload(changes));
    expect(check.report).toMatchObject({ updated: 2, unchanged: 1, rejected: 2 });
    expect(check.report.problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual(
      expect.arrayContaining(['5 Duplicate of row 2', '6 Duplicate of row 2']),
    );
    await importTable(operator, wish, check.job);
    const { records } = await named('Change ');
    const shown = records.map(({ city, creditLimit, version }) => [city, Number(creditLimit), version]);
    expect(shown).toEqual([
      ['Fuzhou', 1000.5, 2],
      [null, 1000.5, 2],
      ['Xiamen', 1000.5, 1],
    ]);
    const history = await operator.call('recordHistory', {
      path: { entity: 'customer', id: records[0]?.id ?? 0 },
    });
    expect(history.records[0]?.action).toBe('import');
    expect(history.records[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'city', before: 'Xiamen', after: 'Fuzhou' }),
    );
  });

  it('is refused by hooks already in the dry run, row by row', async () => {
    const one = await makeSite(operator, 'HOOK1');
    await makeSite(operator, 'HOOK2');
    const sn = `${one.device.sn}-power`;
    const rule = (name: string, station: string) => [name, station, sn, '>', '5', 'major'];
    const table = await tableFile([
      ['name', 'stationSn', 'variableSn', 'operator', 'threshold', 'level'],
      rule('Fits', 'HOOK1'),
      rule('Misfits', 'HOOK2'),
      rule('Fits too', 'HOOK1'),
    ]);
    const { report } = await checkTable(operator, { entity: 'alarmGenerater' }, upload(table));
    expect(report.problems).toMatchObject([{ row: 3, column: 'variableSn' }]);
    expect(report).toMatchObject({ created: 2, rejected: 1 });
  });

  it('observes the permissions for fields', async () => {
    const rights = ['customer:list', 'customer:import', 'customer:create', 'customer:export'];
    const seller = await joinTenant(server, operator.tenantId, rights);
    const table = await tableFile([
      ['name', 'ownerId', 'state', 'id'],
      ['Rights 1', 'Somebody else', 'lost', null],
    ]);
    const { report, job } = await checkTable(seller, { entity: 'customer' }, upload(table));
    expect(report.ignored).toContain('ownerId');
    await importTable(seller, { entity: 'customer' }, job);
    const [made] = (await named('Rights 1')).records;
    expect(made?._labels?.ownerId).not.toBe('Somebody else');
  });
});

describe('words of a dictionary', () => {
  it("are the tenant's own, in either language, in all kinds of files", async () => {
    const there = await makeOperator(server);
    await there.call('dictCreate', {
      body: { type: 'customerSource', value: 'gold', titleZh: '金牌', titleEn: 'Gold' },
    });
    await there.call('dictCreate', {
      body: { type: 'customerSource', value: 'tin', titleZh: '锡', titleEn: 'Tin', disabled: true },
    });
    const table = await tableFile([
      ['name', 'Source'],
      ['Words 1', ' 金牌 '],
      ['Words 2', 'GOLD'],
      ['Words 3', 'gold'],
      ['Words 4', 'Tin'],
      ['Words 5', 'Platinum'],
    ]);
    const { report, job } = await checkTable(there, { entity: 'customer' }, upload(table));
    expect(report.problems.map(({ row, column }) => `${row} ${column}`)).toEqual(['5 source', '6 source']);
    await importTable(there, { entity: 'customer' }, job);
    const sources = (await named('Words', there)).records.map(({ source }) => source);
    expect(sources).toEqual(['gold', 'gold', 'gold']);
    const columns = ['name', 'source'];
    const shown = async (lang: string) =>
      (await tableCells(await exportTable(there, 'customer', { columns, sort: 'name' }, lang)))[1];
    expect([await shown('zh'), await shown('en')]).toEqual([
      ['Words 1', '金牌'],
      ['Words 1', 'Gold'],
    ]);
  });
});

describe('columns without a heading', () => {
  it('are reported if they contain data', async () => {
    const table = await tableFile([
      ['name', null, 'city', null],
      ['Merged', 'left out', null, null],
    ]);
    const { report } = await checkTable(operator, { entity: 'customer' }, upload(table));
    expect(report).toMatchObject({ unknown: ['B'], created: 1 });
  });
});

describe('a cancelled import', () => {
  it('keeps the written rows and returns the rest, which can be imported later', async () => {
    const names = Array.from({ length: 12_000 }, (_, at) => [`Cancel ${at}`]);
    const entity = 'customer';
    const { job } = await checkTable(operator, { entity }, upload(await tableFile([['name'], ...names])));
    const headers = { 'accept-language': 'en' };
    const started = await operator.call('recordImport', { path: { entity, id: job.id }, headers });
    const running = await until(
      () => operator.call('jobGet', { path: { id: started.id } }),
      ({ done, status }) => done > 0 || status !== 'running',
    );
    expect(running.status).toBe('running');
    const cancelRequest = operator.call('jobCancel', { path: { id: started.id } });
    // A job is not reported as ended before its result is stored.
    const seen = await until(
      () => operator.call('jobGet', { path: { id: started.id } }),
      ({ finishedAt }) => finishedAt !== null,
    );
    expect(seen).toMatchObject({ status: 'cancelled', fileName: expect.stringContaining('rejected') });
    const cancelled = await cancelRequest;
    expect(cancelled).toEqual(seen);
    const { created, left, lastRow } = cancelled.result as Record<'created' | 'left' | 'lastRow', number>;
    expect(cancelled.status).toBe('cancelled');
    expect(created).toBeGreaterThan(0);
    expect([created + left, lastRow]).toEqual([names.length, created + 1]);
    expect((await named('Cancel ')).total).toBe(created);
    const rest = await jobBytes(operator, started);
    expect((await tableCells(rest))[1]).toEqual([`Cancel ${created}`, 'Not imported: it was cancelled']);
    const again = await checkTable(operator, { entity }, upload(rest));
    expect(again.report).toMatchObject({ created: left, rejected: 0 });
  });
});

describe('a job', () => {
  const title = { zh: '测试', en: 'Test' };
  const NO_USER = { admin: false, permissions: new Set<string>(), apiKey: false, sessionId: '' };
  const start = async (run: Parameters<typeof startJob>[1]['run']) => {
    const { userId } = await operator.call('getPrincipal');
    const asker = { tenantId: operator.tenantId, userId, ...NO_USER };
    return startJob(server, { asker, kind: 'test', title, lang: 'en', run });
  };

  it('whose process ends still reports the rows that it had written', async () => {
    let wake = () => {};
    const asleep = new Promise<void>((done) => {
      wake = done;
    });
    let onWritten = () => {};
    const written = new Promise<void>((done) => {
      onWritten = done;
    });
    const job = await start(async (step) => {
      await keepResult(server, step, operator.tenantId, { created: 500 });
      onWritten();
      await asleep;
      throw new Error('its process is gone');
    });
    await written;
    // A server that starts alone on its database knows that no other process runs jobs.
    const after = otherJobs(server, { databaseUrl: null });
    await after.open();
    await after.close();
    const lost = await operator.call('jobGet', { path: { id: job.id } });
    expect(lost).toMatchObject({ status: 'failed', error: null, result: { created: 500 } });
    wake();
    // The call returns once the work has ended.
    await operator.call('jobCancel', { path: { id: job.id } });
    expect((await operator.call('jobGet', { path: { id: job.id } })).result).toEqual({ created: 500 });
  });

  it('of an export stops when it is canceled, and is deleted with its file after a day', async () => {
    await addCustomers(server, operator.tenantId, 'Many', 100_000);
    const path = { entity: 'customer' };
    const started = await operator.call('recordExport', { path, body: { format: 'xlsx' } });
    const running = await until(
      () => operator.call('jobGet', { path: { id: started.id } }),
      ({ done, status }) => done > 0 || status !== 'running',
    );
    expect(running).toMatchObject({ status: 'running' });
    expect(running.total).toBeGreaterThan(100_000);
    const cancelled = await operator.call('jobCancel', { path: { id: started.id } });
    expect(cancelled.status).toBe('cancelled');
    expect((cancelled.result as { rows: number }).rows).toBeLessThan(100_000);
    // A cancelled export leaves no file, because an incomplete table looks like a complete one.
    expect(cancelled.fileName).toBeNull();
    expect((await operator.request('jobFile', { path: { id: started.id } })).status).toBe(404);

    const csv = await operator.call('recordExport', { path, body: { format: 'csv', ids: [] } });
    await awaitJobEnd(operator, csv);
    expect((await operator.request('jobFile', { path: { id: csv.id } })).status).toBe(200);
    await setAge(server, ['job', 'finished_at'], [csv.id], '25 hours');
    await sweepJobs(server);
    expect((await operator.request('jobFile', { path: { id: csv.id } })).status).toBe(404);
    expect((await operator.request('jobGet', { path: { id: csv.id } })).status).toBe(404);
  });
});

describe('rows that refer to rows of the same file', () => {
  const dept = { entity: 'dept' } as const;
  const rows = [
    ['Grandchild', 'Child of the file'],
    ['Child of the file', 'Top of the file'],
    ['Orphan', 'Nobody'],
    ['Top of the file', ''],
  ];

  it('find them at any position; an unknown name is reported', async () => {
    const { userId } = await operator.call('getPrincipal');
    const table = await tableFile([
      ['name', 'parentId', 'managerId'],
      ...rows.map((row) => [...row, String(userId)]),
    ]);
    const check = await checkTable(operator, dept, upload(table));
    expect(check.report).toMatchObject({ total: 4, created: 3, rejected: 1 });
    const problems = check.report.problems.map(({ row, column }) => `${row} ${column}`);
    expect(problems).toEqual(['4 parentId']);
    const { report } = await importTable(operator, dept, check.job);
    expect(report).toMatchObject({ total: 4, created: 3, rejected: 1 });
    expect(report.problems).toEqual(check.report.problems);
    const { records } = await operator.call('deptPage', { query: { size: 50 } });
    const by = (name: string) => records.find((one) => one.name === name);
    expect(by('Grandchild')?.parentId).toBe(by('Child of the file')?.id);
    expect(by('Child of the file')?.parentId).toBe(by('Top of the file')?.id);
    expect(by('Orphan')).toBeUndefined();
  });
});
