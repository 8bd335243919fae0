/** Excel and CSV: templates, exports, imports and their jobs. */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dictionaries } from '../../../generated/dictionaries.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { ask } from '../../support/calls/ask.ts';
import { sweepJobs } from '../../support/calls/inside.ts';
import { addLostJob, setRoles } from '../../support/calls/world.ts';
import {
  awaitJobEnd,
  type Cell,
  checkTable,
  columnLetters,
  exportTable,
  importTable,
  jobBytes,
  tableCells,
  tableChecks,
  tableFile,
  upload,
} from '../../support/records/excel.ts';
import { type Client, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
});
afterAll(() => server?.stop());

const page = (entity: 'customer' | 'device' | 'deviceVariable' | 'station', client = operator) =>
  ({
    customer: () => client.call('getCustomerList', { query: { size: 100, sort: 'id' } }),
    device: () => client.call('devicePage', { query: { size: 100, sort: 'id' } }),
    deviceVariable: () => client.call('deviceVariablePage', { query: { size: 100, sort: 'id' } }),
    station: () => client.call('stationPage', { query: { size: 100, sort: 'id' } }),
  })[entity]() as Promise<{ total: number; records: Record<string, unknown>[] }>;

const template = async (entity: string, lang: string): Promise<Buffer> => {
  const response = await operator.request('recordTemplate', {
    path: { entity },
    headers: { 'accept-language': lang },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const headingsOf = async (file: Buffer): Promise<string[]> => {
  const [header = []] = await tableCells(file);
  return header.map(String);
};
const headings = async (entity: string, lang: string) => headingsOf(await template(entity, lang));

/** Matches fields that the server sets, or that describe a record. */
const SERVER = /^(_.*|id|version|tenantId|created.*|updated.*|token|owner.*)$/;

describe('a template', () => {
  it('has the writable columns in the language of the caller, with the required ones marked', async () => {
    const english = await headings('device', 'en');
    expect(english.slice(0, 3)).toEqual(['Device number *', 'Device name *', 'Station *']);
    expect(english).toContain('Offline after (s)');
    expect(english).not.toContain('Access token');
    expect(await headings('device', 'zh')).toContain('设备编号 *');
  });

  it('offers choices from dictionaries and records, and refuses invalid values', async () => {
    const { station } = await makeSite(operator);
    for (const lang of ['en', 'zh'] as const) {
      const file = await template('device', lang);
      const heads = await headingsOf(file);
      const checks = await tableChecks(file);
      const lists = (await readXlsx(file)).find(({ sheet }) => sheet === 'Lists')?.data ?? [];
      const fields = entityOf('device').schema.properties ?? {};
      const column = (name: string) =>
        heads.findIndex((head) => head.replace(/ \*$| \(.*$/g, '') === fields[name]?.title?.[lang]);
      const offered = (at: number) => lists.map((row) => row[at]).filter((cell) => cell !== null);
      const check = (at: number) => checks.get(columnLetters(at));

      const type = column('type');
      const titles = dictionaries.deviceType.entries.map(({ title }) => title[lang]);
      expect(offered(type)).toEqual(titles);
      const letters = columnLetters(type);
      expect(check(type)).toEqual({
        type: 'list',
        style: 'stop',
        formulas: [`Lists!$${letters}$1:$${letters}$${titles.length}`],
      });
      // Another value only causes a warning, because it may be a record that was created after the template.
      expect(offered(column('stationSn'))).toContain(station.name);
      expect(check(column('stationSn'))).toMatchObject({ type: 'list', style: 'warning' });
      expect(check(column('name'))).toMatchObject({ type: 'textLength', formulas: ['100'] });
      expect(check(column('offlineAfter'))).toMatchObject({ type: 'whole', style: 'stop' });
    }
  });
});

describe('an import', () => {
  it('reports every bad row, column and reason at its original row, and imports the others', async () => {
    const { station } = await makeSite(operator);
    const sn = station.sn;
    const rows: Cell[][] = [
      ['设备编号', 'Device name *', 'stationSn', 'Device type', 'Offline after (s)', 'Colour'],
      [`${sn}-1`, 'First', station.name, '电表', { value: 60, style: 'integer' }, 'red'],
      [],
      [`${sn}-2`, '', sn, 'meter', '1,200', null],
      [`${sn}-3`, 'Third', 'NOWHERE', 'spaceship', 'soon', null],
      [`${sn}-1`, 'Again', sn, 'meter', null, null],
      [`${sn}-M1`, 'Taken', sn, 'meter', null, null],
      [`${sn}-6`, '=1+1', sn, 'Meter', '600', null],
    ];
    const { job, report } = await checkTable(operator, { entity: 'device' }, upload(await tableFile(rows)));
    expect(job.status).toBe('done');
    expect(report.unknown).toEqual(['Colour']);
    expect(report.problems.map(({ row, column }) => `${row} ${column}`).sort()).toEqual(
      ['4 name', '5 offlineAfter', '5 stationSn', '5 type', '6 sn', '7 sn'].sort(),
    );
    expect(report).toMatchObject({ total: 6, created: 2, rejected: 4, problemCount: 6 });
    expect(report.problems.find(({ row }) => row === 6)?.reason).toBe('Duplicate of row 2');
    expect(report.problems.find(({ row }) => row === 7)?.reason).toBe('Already exists');
    const before = (await page('device')).total;

    const done = await importTable(operator, { entity: 'device' }, job);
    expect(done.report).toMatchObject({ created: 2, rejected: 4 });
    const { records, total } = await page('device');
    expect(total).toBe(before + 2);
    expect(records.find((one) => one.sn === `${sn}-1`)).toMatchObject({
      stationSn: sn,
      type: 'meter',
      offlineAfter: 60,
    });
    expect(records.find((one) => one.sn === `${sn}-6`)).toMatchObject({ name: '=1+1', offlineAfter: 600 });

    // The rejected rows contain their cells and the reason. They can be imported after correction.
    const rejected = await tableCells(await jobBytes(operator, done.job));
    expect(rejected).toHaveLength(5);
    expect(rejected[0]?.at(-1)).toBe('Reason');
    expect(rejected[2]?.slice(0, 5)).toEqual([`${sn}-3`, 'Third', 'NOWHERE', 'spaceship', 'soon']);
    expect(rejected[2]?.at(-1)).toContain('stationSn: Does not exist');
    const corrected = rejected.map((cells) => cells.map((cell) => cell as Cell));
    corrected[1]![1] = 'Second';
    const again = await checkTable(
      operator,
      { entity: 'device' },
      upload(await tableFile(corrected.slice(0, 2))),
    );
    expect(again.report).toMatchObject({ total: 1, created: 1, rejected: 0, unknown: ['Colour'] });
  });

  it('changes existing records by their key, skips equal ones and clears emptied cells', async () => {
    const names = ['Key one', 'Key two'];
    for (const name of names) await operator.call('customerCreate', { body: { name, city: 'Xiamen' } });
    const table = await tableFile([
      ['Customer name', 'City', 'Level'],
      ['Key one', 'Xiamen', 'NP'],
      ['Key two', null, 'VIP'],
      ['Key three', 'Fuzhou', null],
    ]);
    const wrong = await checkTable(operator, { entity: 'customer', mode: 'update' }, upload(table));
    expect(wrong.report.problems).toMatchObject([{ row: 4, column: 'name', reason: 'Record not found' }]);
    const both = await checkTable(operator, { entity: 'customer', mode: 'both' }, upload(table));
    expect(both.report.problems).toEqual([]);
    expect(both.report).toMatchObject({ created: 1, rejected: 0 });
    await importTable(operator, { entity: 'customer' }, both.job);
    const { records } = await page('customer');
    expect(records.find(({ name }) => name === 'Key two')).toMatchObject({ city: null, version: 2 });
    expect(records.find(({ name }) => name === 'Key three')).toMatchObject({ city: 'Fuzhou', version: 1 });
  });
});

describe('an export', () => {
  it('writes exactly the filtered records, as words, dates and figures, never as formulas', async () => {
    const { station } = await makeSite(operator, 'EXP');
    await operator.call('deviceCreate', {
      body: { sn: 'EXP-2', name: '=cmd|calc', stationSn: station.sn, type: 'inverter', enabled: false },
    });
    await operator.call('deviceCreate', {
      body: { sn: 'EXP-3', name: '+3', stationSn: station.sn, type: 'meter' },
    });
    const filter = JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: 'EXP' }] });
    const columns = ['sn', 'name', 'stationSn', 'type', 'enabled', 'offlineAfter', 'createdAt'];
    const body = { filter, sort: '-sn', columns };
    const cells = await tableCells(await exportTable(operator, 'device', body));
    expect(cells[0]).toEqual([
      'Device number',
      'Device name',
      'Station',
      'Device type',
      'Enabled',
      'Offline after (s)',
      'Created',
    ]);
    expect(cells.slice(1).map((row) => row.slice(0, 6))).toEqual([
      ['EXP-M1', 'Meter', 'Station EXP', 'Meter', 'Yes', 300],
      ['EXP-3', '+3', 'Station EXP', 'Meter', 'Yes', 300],
      ['EXP-2', '=cmd|calc', 'Station EXP', 'PV inverter', 'No', 300],
    ]);
    const { serial } = cells[1]![6] as { serial: number };
    // The time in Shanghai, to the minute.
    const shown = (serial - 25_569) * 86_400_000 - 8 * 3_600_000;
    expect(Math.abs(shown - Date.now())).toBeLessThan(60_000);
    const csv = (await exportTable(operator, 'device', { ...body, format: 'csv' }, 'zh')).toString();
    expect(csv.startsWith('\uFEFF设备编号,设备名称,站点,设备类型,启用')).toBe(true);
    expect(csv).toContain(`EXP-2,'=cmd|calc,Station EXP,光伏逆变器,否,300,`);
    const chosen = await exportTable(operator, 'device', { ids: [], columns });
    expect(await tableCells(chosen)).toHaveLength(1);
  });

  it.each([
    ['customer', 'name', 'xlsx'],
    ['device', 'sn', 'csv'],
    ['deviceVariable', 'sn', 'xlsx'],
    ['station', 'sn', 'csv'],
  ] as const)('of %s comes in again in another tenant as it was', async (entity, key, format) => {
    const there = await makeOperator(server);
    if (entity === 'customer')
      await operator.call('customerCreate', {
        body: {
          name: '@round, "trip"',
          industry: 'energy',
          taxNumber: '91350211M000100Y43',
          remark: 'a\nb',
        },
      });
    // Records that others reference are imported first.
    const before = { customer: [], station: [], device: ['station'], deviceVariable: ['station', 'device'] }[
      entity
    ];
    for (const one of [...before, entity]) {
      const file = await exportTable(operator, one, { format }, 'zh');
      const check = await checkTable(there, { entity: one, lang: 'zh' }, upload(file, `t.${format}`));
      expect(check.report.problems, one).toEqual([]);
      expect(check.report.rejected, one).toBe(0);
      await importTable(there, { entity: one }, check.job);
    }
    // Imported records get new numbers.
    const numbered = Object.entries(entityOf(entity).schema.properties ?? {}).flatMap(([name, field]) =>
      field['x-sequence'] ? [name] : [],
    );
    const isOwn = (name: string) => !SERVER.test(name) && !numbered.includes(name);
    const plain = ({ records }: Awaited<ReturnType<typeof page>>) =>
      records
        .map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => isOwn(name))))
        .sort((one, other) => String(one[key]).localeCompare(String(other[key])));
    const here = plain(await page(entity));
    expect(here.length).toBeGreaterThan(0);
    expect(plain(await page(entity, there))).toEqual(here);
  });
});

describe('rights', () => {
  it('protect imports, exports and their files', async () => {
    const { station } = await makeSite(operator);
    const reader = await joinTenant(server, operator.tenantId, [
      'device:list',
      'device:export',
      'device:import',
    ]);
    expect(
      (await ask(reader, 'recordExport', { path: { entity: 'customer' }, body: { format: 'csv' } })).status,
    ).toBe(403);
    expect(
      (
        await ask(reader, 'recordExport', {
          path: { entity: 'device' },
          body: { format: 'csv', columns: ['token'] },
        })
      ).status,
    ).toBe(403);
    const [header = []] = await tableCells(await exportTable(reader, 'device'));
    expect(header).not.toContain('Access token');
    const table = upload(
      await tableFile([
        ['sn', 'name', 'stationSn'],
        ['R-1', 'R', station.sn],
      ]),
    );
    const { report, job } = await checkTable(reader, { entity: 'device' }, table);
    expect(report.blocked).toMatchObject([{ reason: 'You have no permission to create records' }]);
    expect((await ask(reader, 'recordImport', { path: { entity: 'device', id: job.id } })).status).toBe(409);
    // Neither colleagues nor other tenants see a job. A user with all permissions in the tenant does.
    const other = await makeOperator(server);
    const colleague = await joinTenant(server, operator.tenantId, ['device:import', 'device:create']);
    for (const client of [colleague, other]) {
      expect((await ask(client, 'jobGet', { path: { id: job.id } })).status).toBe(404);
      expect((await ask(client, 'jobCancel', { path: { id: job.id } })).status).toBe(404);
      expect((await client.request('jobFile', { path: { id: job.id } })).status).toBe(404);
      expect((await ask(client, 'recordImport', { path: { entity: 'device', id: job.id } })).status).toBe(
        404,
      );
    }
    expect((await ask(operator, 'jobGet', { path: { id: job.id } })).status).toBe(200);
    expect((await reader.call('jobList')).map(({ id }) => id)).toContain(job.id);
  });

  it('are checked again when a file is downloaded: records and fields', async () => {
    const wide = ['customer:list', 'customer:export'];
    const reader = await joinTenant(server, operator.tenantId, wide);
    const { userId: id } = await reader.call('getPrincipal');
    const body = { format: 'csv', columns: ['name', 'creditRating'] };
    const job = await reader.call('recordExport', { path: { entity: 'customer' }, body });
    await awaitJobEnd(reader, job);
    const downloadStatus = async () => (await ask(reader, 'jobFile', { path: { id: job.id } })).status;
    const setPermissions = (permissions: readonly string[]) =>
      operator.call('saveUserPermission', { path: { id }, body: { permissions } });
    expect((await reader.request('jobFile', { path: { id: job.id } })).status).toBe(200);
    await setPermissions(['customer:list', 'customer:export@own']);
    expect(await downloadStatus()).toBe(403);
    await setPermissions(['customer:list']);
    expect(await downloadStatus()).toBe(403);
    await setPermissions([...wide, 'device:list']);
    expect((await reader.request('jobFile', { path: { id: job.id } })).status).toBe(200);
    const role = await operator.call('roleCreate', {
      body: {
        ...{ key: 'no-rating', name: 'No rating', permissions: wide },
        fieldRules: [{ field: 'customer.creditRating', rule: 'hidden' }],
      },
    });
    await setRoles(server, id, [role.id]);
    await setPermissions(wide);
    expect(await downloadStatus()).toBe(403);
  });

  it('of a field that is visible in some records only are checked again, and must be unchanged', async () => {
    const all = ['quote:list', 'quote:export'];
    const reader = await joinTenant(server, operator.tenantId, [...all, 'quote:cost@own']);
    const { userId: id } = await reader.call('getPrincipal');
    const body = { format: 'csv', columns: ['name', 'cost'] };
    const exported = async () =>
      awaitJobEnd(reader, await reader.call('recordExport', { path: { entity: 'quote' }, body }));
    const downloadStatus = async (job: { id: number }) =>
      (await reader.request('jobFile', { path: { id: job.id } })).status;
    const setPermissions = (permissions: readonly string[]) =>
      operator.call('saveUserPermission', { path: { id }, body: { permissions } });
    const narrow = await exported();
    expect(await downloadStatus(narrow)).toBe(200);
    await setPermissions([...all, 'quote:cost']);
    const wide = await exported();
    expect([await downloadStatus(narrow), await downloadStatus(wide)]).toEqual([200, 200]);
    await setPermissions([...all, 'quote:cost@own']);
    expect([await downloadStatus(narrow), await downloadStatus(wide)]).toEqual([200, 403]);
    await setPermissions(all);
    expect([await downloadStatus(narrow), await downloadStatus(wide)]).toEqual([403, 403]);
  });

  it('limit an import to records that the user may change', async () => {
    await operator.call('customerCreate', { body: { name: 'Not mine' } });
    const own = ['customer:list', 'customer:import', 'customer:create', 'customer:update@own'];
    const seller = await joinTenant(server, operator.tenantId, own);
    const table = upload(
      await tableFile([
        ['name', 'city'],
        ['Not mine', 'Lhasa'],
        ['Mine', 'Lhasa'],
      ]),
    );
    const { report, job } = await checkTable(seller, { entity: 'customer', mode: 'both' }, table);
    expect(report.problems).toMatchObject([
      { row: 2, reason: 'You have no permission to change this record' },
    ]);
    await importTable(seller, { entity: 'customer' }, job);
    const { records } = await page('customer');
    expect(records.find(({ name }) => name === 'Not mine')?.city ?? null).toBeNull();
    expect(records.find(({ name }) => name === 'Mine')).toMatchObject({ city: 'Lhasa' });
  });
});

describe('a job', () => {
  it('fails if its process ends', async () => {
    const { userId } = await operator.call('getPrincipal');
    const id = await addLostJob(server, { tenantId: operator.tenantId, userId });
    await sweepJobs(server);
    expect(await operator.call('jobGet', { path: { id } })).toMatchObject({ status: 'failed', error: null });
  });

  it('refuses a file that is not a table, with the reason', async () => {
    for (const [bytes, message] of [
      [Buffer.from('PK\u0003\u0004 nonsense'), 'The file is not a readable Excel'],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'Old or protected Excel files'],
      [Buffer.from(''), 'no rows of data'],
      [Buffer.from('%PDF-1.7\n\0\0'), 'The file is not a readable Excel'],
    ] as const) {
      const { job } = await checkTable(operator, { entity: 'customer' }, upload(bytes));
      expect(job).toMatchObject({ status: 'failed' });
      expect(job.error).toContain(message);
    }
  });
});
