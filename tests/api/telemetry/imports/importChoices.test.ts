/** A person makes the choices that a file leaves open, by call or by command, before any value is stored. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variablesOf } from '../../../support/calls/inside.ts';
import { pointsBetween } from '../../../support/calls/insideStorage.ts';
import { runSql } from '../../../support/calls/world.ts';
import { runCommand } from '../../../support/server/command.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

let server: TestServer;
let admin: Client;
let folder: string;
let made = 0;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-choices-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server?.stop();
});

/** Creates a new station with a device of the same number. */
async function makeSite(): Promise<string> {
  made += 1;
  const sn = `choice${made}`;
  await seedSite(server, { tenantId: 1, station: sn, zone: 'Europe/Berlin', device: sn, token: `t-${sn}` });
  return sn;
}

const LONG =
  'Time,Register,kWh\n2025-01-01 00:00,Import,1\n2025-01-01 00:00,Export,5\n2025-01-01 01:00,Import,1\n2025-01-01 01:00,Export,6\n';

async function load(site: string, text: string, options: object, dryRun = false) {
  const form = new FormData();
  form.set('stationSn', site);
  form.set('dryRun', String(dryRun));
  const column = { column: 'kWh', code: 'energy', name: 'Energy', unit: 'kWh', kind: 'interval' };
  const file = { match: '*', device: { sn: site, name: site, type: 'meter' }, columns: [column], ...options };
  form.set('mapping', JSON.stringify({ files: [file] }));
  form.set('file', new Blob([text], { type: 'text/csv' }), 'data.csv');
  const { id } = await admin.call('telemetryImport', { form });
  await expect
    .poll(async () => (await admin.call('telemetryImportStatus', { path: { id } })).status)
    .not.toBe('running');
  return admin.call('telemetryImportStatus', { path: { id } });
}

async function values(sn: string): Promise<number[]> {
  const [variable] = await variablesOf(server, [sn]);
  if (!variable) return [];
  const rows = await runSql<{ value: number }>(
    server,
    `SELECT value FROM ${pointsBetween({ tenant: '1', variable: '$1', lower: `'2000-01-01'`, upper: `'2030-01-01'` })} AS own
      ORDER BY ts`,
    variable.id,
  );
  return rows.map(({ value }) => value);
}

describe('two values for one variable and time', () => {
  it('are counted and shown, and nothing is stored until a user decides', async () => {
    const site = await makeSite();
    for (const dryRun of [true, false]) {
      const job = await load(site, LONG, {}, dryRun);
      expect(job).toMatchObject({ status: 'failed', outcome: 'undecided', undecided: true });
      expect(job).toMatchObject({ points: 0, repeated: 2, rejected: 2, canUndo: false });
      expect(job.message).toMatch(/kWh.*2025-01-01T00:00.*1.*2.*5.*3/);
      const problems = await admin.call('telemetryImportProblems', { path: { id: job.id } });
      expect(problems.map(({ line, reason, value }) => [line, reason, value])).toEqual([
        [3, 'twoValues', '5'],
        [5, 'twoValues', '6'],
      ]);
    }
    expect(await variablesOf(server, [`${site}-energy`])).toEqual([]);
    expect(await load(site, LONG, { repeats: 'first' })).toMatchObject({
      points: 2,
      repeated: 2,
      outcome: 'all',
    });
    expect(await values(`${site}-energy`)).toEqual([1, 1]);
    expect(await load(site, LONG, { repeats: 'last' })).toMatchObject({ points: 2, repeated: 2 });
    expect(await values(`${site}-energy`)).toEqual([5, 6]);
  });

  it('that are equal count as one', async () => {
    const site = await makeSite();
    const doubled = 'Time,kWh\n2025-01-01 01:00,2\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n';
    expect(await load(site, doubled, {})).toMatchObject({ points: 2, repeated: 1, outcome: 'all' });
    expect(await values(`${site}-energy`)).toEqual([1, 2]);
  });

  it('belong to two series if a column separates them, each a variable', async () => {
    const site = await makeSite();
    const job = await load(site, LONG, { seriesColumns: ['Register'] });
    expect(job).toMatchObject({ points: 4, repeated: 0, outcome: 'all' });
    expect(await values(`${site}-Import`)).toEqual([1, 1]);
    expect(await values(`${site}-Export`)).toEqual([5, 6]);
  });

  it('of a series outside of the mapping are rejected, unless it is excluded', async () => {
    const column = { column: 'kWh', series: 'Import', code: 'in', name: 'In', unit: 'kWh', kind: 'interval' };
    const options = { seriesColumns: ['Register'], columns: [column] };
    const site = await makeSite();
    expect(await load(site, LONG, options)).toMatchObject({ points: 2, rejected: 2, outcome: 'partly' });
    const leftOut = await load(site, LONG, { ...options, seriesLeftOut: ['Export'] });
    expect(leftOut).toMatchObject({ points: 2, rejected: 0, outcome: 'all' });
  });
});

describe('a mapping', () => {
  it('contains zone, skipped lines, stamps and days', async () => {
    const site = await makeSite();
    const ends = 'Plant A,x\nTime,kWh\n2025-01-02 00:00,7\n2025-01-02 00:15,1\n';
    const options = { skipLines: 1, headingLines: 1, zone: 'UTC', stamp: 'end', interval: '15min' };
    expect(await load(site, ends, options)).toMatchObject({ points: 2, outcome: 'all' });
    const [variable] = await variablesOf(server, [`${site}-energy`]);
    const [first] = await runSql<{ ts: Date }>(
      server,
      `SELECT ts FROM ${pointsBetween({ tenant: '1', variable: '$1', lower: `'2000-01-01'`, upper: `'2030-01-01'` })} AS p ORDER BY ts`,
      variable!.id,
    );
    expect(new Date(first!.ts).toISOString()).toBe('2025-01-01T23:45:00.000Z');
    const other = await makeSite();
    const column = { column: 'Q1', code: 'energy', name: 'Energy', unit: 'kWh', kind: 'interval' };
    const days = 'Day,Q1,Q2,Q3,Q4\n2025-01-01,0.1,0.2,0.3,0.4\n2025-01-02,0.5,0.6,0.7,0.8\n';
    expect(await load(other, days, { dayPerRow: true, columns: [column] })).toMatchObject({ points: 8 });
    expect(await values(`${other}-energy`)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
  });

  it('must define the kind of its energy, unless the variable exists', async () => {
    const site = await makeSite();
    const column = { column: 'kWh', code: 'energy', name: 'Energy', unit: 'kWh' };
    const text = 'Time,kWh\n2025-01-02 00:00,7\n';
    const job = await load(site, text, { columns: [column] });
    expect(job).toMatchObject({ outcome: 'undecided', message: expect.stringContaining('kind') });
    expect(await load(site, text, {})).toMatchObject({ outcome: 'all' });
    expect(await load(site, text, { columns: [column] })).toMatchObject({ outcome: 'all' });
  });

  it('that stores nothing is reported', async () => {
    const site = await makeSite();
    const job = await load(site, 'Time,kWh\nyesterday,1\n2025-13-01,2\n', {
      timeColumn: 'Time',
      timeFormat: 'ymd',
    });
    expect(job).toMatchObject({ status: 'done', outcome: 'nothing', points: 0, rejected: 2 });
  });
});

describe('the command', () => {
  const run = async (site: string, name: string, text: string, ...args: string[]) => {
    const path = join(folder, name);
    await writeFile(path, text);
    const command = [path, '--station', site, '--lang', 'en', ...args];
    const env = { WATTDECK_URL: server.url };
    return runCommand('server/connectors/csv/main.ts', command, server.config.dataDir, { env });
  };

  it('ends with a special status if nothing is stored, something is rejected, or a decision is needed', async () => {
    const site = await makeSite();
    const good = await run(site, 'good.csv', 'time,kW\n2025-01-01 00:00,1\n2025-01-01 00:15,2\n');
    expect(good.code).toBe(0);
    const nothing = await run(site, 'nothing.csv', 'name,place\nx,y\n');
    expect([nothing.code, nothing.output]).toEqual([2, expect.stringContaining('nothing was stored')]);
    const some = await run(
      site,
      'some.csv',
      'time,kW\n2025-01-01 00:00,1\n2025-01-01 00:15,x\n2025-01-01 00:30,2\n',
    );
    expect([some.code, some.output]).toEqual([3, expect.stringContaining('1 values were rejected')]);
    const open = await run(site, 'open.csv', LONG);
    expect([open.code, open.output]).toEqual([
      4,
      expect.stringMatching(/Import, Export \(kWh\).*1 of 1 files/s),
    ]);
    expect((await run(site, 'open.csv', LONG, '--set', 'nothing=1')).code).toBe(1);
  });

  it('accepts settings for a file, by the keys of a mapping', async () => {
    const site = await makeSite();
    const decided = await run(site, 'decided.csv', LONG, '--kind', 'interval');
    expect([decided.code, decided.output]).toEqual([0, expect.stringContaining('4 values are stored')]);
    expect(await values('decided-Export')).toEqual([5, 6]);
    const repeated = ['--kind', 'interval', '--set', 'seriesColumns=', '--set', 'repeats=last'];
    const last = await run(site, 'last.csv', LONG, ...repeated);
    expect([last.code, last.output]).toEqual([0, expect.stringContaining('4 repeated')]);
    expect(await values('last-kWh')).toEqual([5, 6]);
    const undecided = await run(site, 'none.csv', LONG, '--kind', 'interval', '--set', 'seriesColumns=');
    expect(undecided.code).toBe(4);
  });
});
