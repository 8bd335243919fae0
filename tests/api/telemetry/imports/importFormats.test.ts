import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestOf, statisticOf, variablesOf } from '../../../support/calls/inside.ts';
import { pointsBetween, sealDay } from '../../../support/calls/insideStorage.ts';
import { runSql } from '../../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../../support/telemetry/telemetry.ts';

const TENANT = 1;
const ZONE = 'Europe/Berlin';
let server: TestServer;
let admin: Client;
let sites = 0;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

/** Creates a new station with a device. Returns its number, which is also that of the device. */
async function makeSite(): Promise<string> {
  sites += 1;
  const sn = `site${sites}`;
  await seedSite(server, {
    tenantId: TENANT,
    station: sn,
    zone: ZONE,
    device: sn,
    token: `token-${sn}`,
  });
  return sn;
}

interface Column {
  column: string;
  code: string;
  name: string;
  device?: string;
  dataType?: 'number' | 'text';
}

const column = (name: string, code = name): Column => ({ column: name, code, name: code });

async function start(
  site: string,
  content: string | Buffer,
  columns: Column[],
  { dryRun = false, match = 'data.csv', name = 'data.csv', station, ...format }: Record<string, unknown> = {},
) {
  const device = { sn: site, name: site, type: 'meter' };
  const mapping = { ...(station ? { station } : {}), files: [{ match, device, columns, ...format }] };
  const form = new FormData();
  form.set('stationSn', site);
  form.set('dryRun', String(dryRun));
  form.set('mapping', JSON.stringify(mapping));
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), String(name));
  return admin.call('telemetryImport', { form });
}

async function settle(id: number) {
  await expect
    .poll(async () => (await admin.call('telemetryImportStatus', { path: { id } })).status)
    .not.toMatch(/^(?:running|undoing)$/);
  return admin.call('telemetryImportStatus', { path: { id } });
}

const load = async (...input: Parameters<typeof start>) => settle((await start(...input)).id);

/** Returns all points of a variable, wherever they are stored. */
async function points(site: string, code: string): Promise<[string, number | string][]> {
  const [variable] = await variablesOf(server, [`${site}-${code}`]);
  const rows = await runSql<{ ts: Date | string; value: number | string }>(
    server,
    `SELECT ts, to_jsonb(value) AS value FROM
       ${pointsBetween({ tenant: '$1', variable: '$2', lower: `'2000-01-01'`, upper: `'2030-01-01'` })} AS own
     UNION ALL SELECT ts, to_jsonb(value) FROM text_point WHERE tenant_id = $1 AND variable_id = $2 ORDER BY ts`,
    ...[TENANT, variable!.id],
  );
  return rows.map(({ ts, value }) => [new Date(ts).toISOString().slice(0, 16), value]);
}

async function statistic(site: string, code: string, from: string, to: string): Promise<(number | null)[]> {
  const [series] = await statisticOf(server, [`${site}-${code}`], {
    ...{ method: 'SUM', bucket: 'day', zone: ZONE },
    ...{ from: Date.parse(from), to: Date.parse(to) },
  });
  return series!.cells.map(({ value }) => value);
}

async function latest(site: string, code: string) {
  return (await latestOf(server, [`${site}-${code}`]))[0]!;
}

/** A file for each format in which real files failed before. */
const KINDS: [name: string, content: string | Buffer, columns: Column[], first: [string, number]][] = [
  [
    'dd/mm/yyyy hh:mm',
    'date,P\n01/01/2018 00:15,3.5\n13/01/2018 00:15,4\n',
    [column('P')],
    ['2017-12-31T23:15', 3.5],
  ],
  ['m/d/yyyy h:mm', 'Date,P\n1/5/2022 0:00,1\n1/31/2022 0:00,2\n', [column('P')], ['2022-01-04T23:00', 1]],
  ['dd.mm.yyyy hh:mm:ss', 'Zeit;P\n27.11.2023 00:01:34;1,5\n', [column('P')], ['2023-11-26T23:01', 1.5]],
  ['dd.mm.yyyy', 'Datum;P\n10.10.2021;7\n', [column('P')], ['2021-10-09T22:00', 7]],
  ['a time column without heading', ',P\n2020-01-01 00:00:00,1\n', [column('P')], ['2019-12-31T23:00', 1]],
  [
    'no headings',
    '2020-01-01 00:00,1,2\n2020-01-01 00:15,3,4\n',
    [column('#3', 'P')],
    ['2019-12-31T23:00', 2],
  ],
  ['measured_on', 'measured_on,P\n2020-01-01 00:00:00,1\n', [column('P')], ['2019-12-31T23:00', 1]],
  ['Uhrzeit', 'P;Uhrzeit\n1;2020-01-01 00:00:00\n', [column('P')], ['2019-12-31T23:00', 1]],
  [
    'UTF-16',
    Buffer.from('\uFEFFtime\tP\r\n2020-01-01 00:00\t1\r\n', 'utf16le'),
    [column('P')],
    ['2019-12-31T23:00', 1],
  ],
  [
    'Latin-1',
    Buffer.from('Zeit;Zähler\r\n1.1.2020 00:00;1,5\r\n', 'latin1'),
    [column('Zähler', 'P')],
    ['2019-12-31T23:00', 1.5],
  ],
  [
    'empty marks',
    'time,P\n2020-01-01 00:00,1\n2020-01-01 00:15,--\n2020-01-01 00:30,n/a\n',
    [column('P')],
    ['2019-12-31T23:00', 1],
  ],
];

describe('a recording as others write it', () => {
  it.each(KINDS)('is imported: %s', async (_name, content, columns, first) => {
    const site = await makeSite();
    expect(await load(site, content, columns)).toMatchObject({ status: 'done', rejected: 0, message: null });
    expect((await points(site, 'P'))[0]).toEqual(first);
  });

  it('is refused if day and month are ambiguous, with the key that decides', async () => {
    const site = await makeSite();
    const text = 'Date,P\n1/5/2022 0:00,1\n2/5/2022 0:00,2\n';
    const job = await load(site, text, [column('P')], { dryRun: true });
    expect(job).toMatchObject({ status: 'failed', points: 0 });
    expect(job.message).toMatch(/2022-05-01.*2022-01-05.*timeFormat.*dmy.*mdy/);
    expect(await load(site, text, [column('P')], { timeFormat: 'mdy' })).toMatchObject({
      status: 'done',
      points: 2,
    });
    expect((await points(site, 'P')).map(([at]) => at)).toEqual(['2022-01-04T23:00', '2022-02-04T23:00']);
  });

  it('is stored in the devices that its columns name', async () => {
    const site = await makeSite();
    await seedSite(server, {
      tenantId: TENANT,
      station: site,
      zone: ZONE,
      device: `${site}-b`,
      token: `${site}-b`,
    });
    const columns = [column('P'), { ...column('Q'), device: `${site}-b` }];
    const text = 'time,P,Q\n2020-01-01 00:00,1,2\n';
    expect(await load(site, text, columns)).toMatchObject({ points: 2, rejected: 0 });
    expect(await points(site, 'P')).toEqual([['2019-12-31T23:00', 1]]);
    expect(await points(`${site}-b`, 'Q')).toEqual([['2019-12-31T23:00', 2]]);
    const foreign = await makeSite();
    await expect(start(site, text, [{ ...column('P'), device: foreign }])).rejects.toMatchObject({
      status: 404,
    });
  });

  it('is matched quickly by a pattern with many stars', async () => {
    const site = await makeSite();
    const name = `${'a'.repeat(240)}.csv`;
    await expect(start(site, 'x', [column('P')], { match: 'a*a*a*a*a*b', name })).rejects.toMatchObject({
      code: 40056,
    });
    await expect(start(site, 'x', [column('P')], { match: 'a*a*a*a*a*a*b', name })).rejects.toMatchObject({
      code: 40055,
    });
  });

  it('previews nothing for a station that does not exist, unless the mapping describes it', async () => {
    const input = ['nowhere', 'time,P\n2020-01-01 00:00,1\n', [column('P')]] as const;
    await expect(start(input[0], input[1], [...input[2]], { dryRun: true })).rejects.toMatchObject({
      status: 404,
    });
    const station = { sn: 'nowhere', name: 'Nowhere', timeZone: ZONE };
    const job = await load(input[0], input[1], [...input[2]], { dryRun: true, station });
    expect(job).toMatchObject({ status: 'done', points: 1 });
  });
});

describe('the preview of a file', () => {
  async function inspect(site: string, content: string, format: object = {}) {
    const form = new FormData();
    form.set('stationSn', site);
    form.set('format', JSON.stringify(format));
    form.set('file', new Blob([content]), 'data.csv');
    return admin.call('telemetryImportInspect', { form });
  }

  it('returns what is recognised, with the first lines as read', async () => {
    const site = await makeSite();
    const found = await inspect(
      site,
      'Zeit;Leistung [kW];Status\n27.11.2023 00:01;1.234,5;ok\ngestern;2,5;\n28.11.2023 00:01;--;ok\n29.11.2023 00:01;4,5;ok\n30.11.2023 00:01;4,5;ok\n',
    );
    expect(found).toMatchObject({
      ...{
        encoding: 'utf-8',
        delimiter: ';',
        skipLines: 0,
        headingLines: 1,
        timeColumn: 'Zeit',
        clockColumn: null,
      },
      ...{ timeFormat: 'dmy', timeUnclear: null, decimalComma: true, numberUnclear: null, zone: ZONE },
    });
    expect(
      found.columns.map(({ column: name, role, code, unit, dataType }) => [name, role, code, unit, dataType]),
    ).toEqual([
      ['Leistung [kW]', 'value', 'Leistung', 'kW', 'number'],
      ['Zeit', 'time', 'column1', '', 'text'],
      ['Status', 'none', 'column3', '', 'text'],
    ]);
    expect(found.rows[0]).toEqual({
      line: 2,
      time: '2023-11-26T23:01:00.000Z',
      problem: null,
      values: [{ column: 0, time: '2023-11-26T23:01:00.000Z', text: '1234.5' }],
    });
    expect(found.rows[1]).toMatchObject({ line: 3, time: null, problem: expect.stringMatching(/./) });
  });

  it('asks open questions, and accepts corrections', async () => {
    const site = await makeSite();
    const text = 'Date,P\n1/5/2022 0:00,1\n';
    expect((await inspect(site, text)).timeUnclear).toEqual({
      column: 'Date',
      example: '1/5/2022 0:00',
      dmy: '2022-05-01',
      mdy: '2022-01-05',
    });
    const inspected = await inspect(site, text, { timeFormat: 'dmy', zone: 'UTC' });
    expect(inspected).toMatchObject({ timeUnclear: null, timeFormat: 'dmy', zone: 'UTC' });
    expect(inspected.rows[0]?.time).toBe('2022-05-01T00:00:00.000Z');
    await expect(inspect(site, text, { zone: 'Mars/Base' })).rejects.toMatchObject({ status: 400 });
    await expect(inspect('nowhere', text)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the revert of an import', () => {
  const undo = async (id: number) => {
    await admin.call('telemetryImportUndo', { path: { id } });
    return settle(id);
  };

  it('removes its values, restores changed ones, and keeps values that others wrote since', async () => {
    const site = await makeSite();
    const at = (text: string) => Date.parse(`${text}:00+01:00`);
    const sent = [
      { ts: at('2026-01-10T00:00'), values: { P: 100 } },
      { ts: at('2026-01-10T00:15'), values: { P: 200 } },
    ];
    expect((await sendTelemetry(server.url, `token-${site}`, sent)).status).toBe(200);
    const text =
      'time,P,T\n2026-01-10 00:15,201,a\n2026-01-10 00:30,300,b\n2026-01-10 00:45,400,c\n2026-01-12 00:00,500,d\n';
    const job = await load(site, text, [column('P'), { ...column('T'), dataType: 'text' }]);
    expect(job).toMatchObject({ points: 8, canUndo: true });
    const later = { ts: at('2026-01-10T00:45'), values: { P: 401 } };
    await sendTelemetry(server.url, `token-${site}`, later);
    expect(await statistic(site, 'P', '2026-01-10T00:00+01:00', '2026-01-13T00:00+01:00')).toEqual([
      1002,
      null,
      500,
    ]);
    expect(await undo(job.id)).toMatchObject({
      status: 'undone',
      canUndo: false,
      removed: 6,
      restored: 1,
      kept: 1,
    });
    expect((await points(site, 'P')).map(([, value]) => value)).toEqual([100, 200, 401]);
    expect(await points(site, 'T')).toEqual([]);
    expect(await statistic(site, 'P', '2026-01-10T00:00+01:00', '2026-01-13T00:00+01:00')).toEqual([
      701,
      null,
      null,
    ]);
    expect((await latest(site, 'P')).data).toBe(401);
    expect((await latest(site, 'T')).data).toBeNull();
    await expect(undo(job.id)).rejects.toMatchObject({ status: 409, code: 40947 });
    // After the import was reverted, the same file is imported as if for the first time.
    await load(site, text, [column('P')]);
    expect(await statistic(site, 'P', '2026-01-10T00:00+01:00', '2026-01-13T00:00+01:00')).toEqual([
      1001,
      null,
      500,
    ]);
  });

  it('works for packed days, and for days with other points', async () => {
    const site = await makeSite();
    const lines = (from: number, value: number) =>
      Array.from(
        { length: 96 },
        (_, at) => `${1_700_000_000 + (at * 2 + from) * 450},${value + at / 8}`,
      ).join('\n');
    await load(site, `time,P\n${lines(0, 10)}`, [column('P')]);
    const before = await points(site, 'P');
    const sums = () => statistic(site, 'P', '2023-11-14T00:00+01:00', '2023-11-17T00:00+01:00');
    const sumsBefore = await sums();
    const job = await load(site, `time,P\n${lines(1, 20)}`, [column('P')]);
    expect(await points(site, 'P')).toHaveLength(192);
    const [variable] = await variablesOf(server, [`${site}-P`]);
    for (const day of ['2023-11-14', '2023-11-15'])
      await sealDay(server, { tenant: TENANT, variable: variable!.id, day });
    const rows = await runSql<{ n: number }>(
      server,
      'SELECT sum(n)::int AS n FROM points_day WHERE variable_id = $1',
      variable!.id,
    );
    expect(rows[0]?.n).toBe(192);
    expect(await undo(job.id)).toMatchObject({ status: 'undone', removed: 96, restored: 0, kept: 0 });
    expect(await points(site, 'P')).toEqual(before);
    expect(await sums()).toEqual(sumsBefore);
  });

  it('is refused if the station is invisible, like the preview and all other import calls', async () => {
    const site = await makeSite();
    const { id } = await load(site, 'time,P\n2020-01-01 00:00,1\n', [column('P')]);
    const permissions = ['station:list@own', 'telemetry:import@own'];
    const { username } = await makePerson(server, [TENANT], { permissions });
    const narrow = await login(server, username, PASSWORD);
    const by = { path: { id } };
    const form = new FormData();
    form.set('stationSn', site);
    form.set('file', new Blob(['time,P\n2020-01-01 00:00,1\n']), 'data.csv');
    for (const refused of [
      () => narrow.call('telemetryImportUndo', by),
      () => narrow.call('telemetryImportStatus', by),
      () => narrow.call('telemetryImportCancel', by),
      () => narrow.call('telemetryImportProblems', by),
      () => narrow.call('telemetryImportInspect', { form }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    expect(await points(site, 'P')).toHaveLength(1);
  });

  it('does not exist for a dry run, or for an import that changed nothing', async () => {
    const site = await makeSite();
    const text = 'time,P\n2020-01-01 00:00,1\n';
    const dry = await load(site, text, [column('P')], { dryRun: true });
    await load(site, text, [column('P')]);
    const again = await load(site, text, [column('P')]);
    for (const { id, canUndo } of [dry, again]) {
      expect(canUndo).toBe(false);
      await expect(undo(id)).rejects.toMatchObject({ status: 409 });
    }
    expect(await points(site, 'P')).toEqual([['2019-12-31T23:00', 1]]);
  });
});

describe('a message without values', () => {
  it('with an invalid time is refused with the reason', async () => {
    const site = await makeSite();
    const answer = await sendTelemetry(server.url, `token-${site}`, { ts: 'bad', values: {} });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 40096,
      msg: expect.stringContaining('"ts" is not a valid time'),
    });
    expect((await sendTelemetry(server.url, `token-${site}`, { ts: Date.now(), values: {} })).status).toBe(
      200,
    );
  });
});
