import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestOf, statisticOf, storeValues, variablesOf } from '../../../support/calls/inside.ts';
import { changeRows, storedLatest } from '../../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';
import { until } from '../../../support/telemetry/site.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const TENANT = 1;
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await seedSite(server, {
    tenantId: TENANT,
    station: 'plant',
    zone: 'Europe/Berlin',
    device: 'meter',
    token: 't1',
  });
});

afterAll(() => server?.stop());

const mapping = {
  files: [
    {
      match: 'readings*.csv',
      timeColumn: 'Zeit',
      decimalComma: true,
      device: { sn: 'meter', name: { zh: '电表', en: 'Meter' }, type: 'meter' },
      columns: [
        { column: 'Leistung', code: 'power', name: { zh: '功率', en: 'Power' }, unit: 'kW' },
        {
          column: 'Leistung',
          code: 'energy',
          name: { zh: '电量', en: 'Energy' },
          unit: 'kWh',
          kind: 'interval',
          scale: 0.25,
        },
        { column: 'Status', code: 'state', name: 'Status', dataType: 'text' },
      ],
    },
  ],
};

/** Line 6 is short, line 7 is in a skipped hour, and lines 10 and 11 are one record. */
const FILE = [
  'Zeit;Leistung;Status',
  '2026-03-28 12:00;1.000,5;ok',
  '2026-03-28 12:15;2;ok',
  '2026-03-28 12:30;;off',
  '2026-03-28 12:45;viel;ok',
  '2026-03-28 13:00;4',
  '2026-03-29 02:30;5;ok',
  '1970-01-01 00:00;6;ok',
  'gestern;7;ok',
  '2026-03-28 14:00;8;"two',
  'lines"',
  '2026-03-28 14:15;NaN;ok',
  '2026-03-28 14:30;10;ok',
  '',
].join('\r\n');

async function start(
  options: { dryRun?: boolean; text?: string; name?: string; map?: unknown; client?: Client } = {},
) {
  const { dryRun = false, text = FILE, name = 'readings-2026.csv', map = mapping, client = admin } = options;
  const form = new FormData();
  form.set('stationSn', 'plant');
  form.set('dryRun', String(dryRun));
  form.set('mapping', JSON.stringify(map));
  form.set('file', new Blob([text], { type: 'text/csv' }), name);
  return client.call('telemetryImport', { form });
}

async function finish(id: number) {
  return until(
    () => admin.call('telemetryImportStatus', { path: { id } }),
    ({ status }) => status !== 'running',
  );
}

async function rejected(id: number): Promise<string[]> {
  const response = await admin.request('telemetryImportRejected', {
    path: { id },
    headers: { 'accept-language': 'en' },
  });
  expect(response.headers.get('content-type')).toContain('text/csv');
  return (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
}

const variables = () => variablesOf(server, ['meter-power', 'meter-energy', 'meter-state']);

describe('the import of a file', () => {
  it('marks rejected values that a spreadsheet would treat as formulas, also with full-width signs', async () => {
    const lines = ['＝1+1', '＋1', '－1a', '＠a', '=1+1', '-1a'].map(
      (value, at) => `2026-03-20 12:0${at};${value};ok`,
    );
    const text = ['Zeit;Leistung;Status', ...lines, ''].join('\r\n');
    const { id } = await finish((await start({ dryRun: true, text })).id);
    const values = (await rejected(id)).slice(1).map((line) => line.split(',').at(-1));
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(/^'/);
  });

  it('only checks in a dry run', async () => {
    const job = await finish((await start({ dryRun: true })).id);
    expect(job).toMatchObject({ status: 'done', dryRun: true, lines: 11, points: 17, empty: 5, rejected: 5 });
    expect(await variables()).toEqual([]);
  });

  it('stores valid values and returns line, column and reason of the others', async () => {
    const job = await finish((await start()).id);
    expect(job).toMatchObject({
      status: 'done',
      outcome: 'partly',
      lines: 11,
      points: 17,
      empty: 5,
      repeated: 0,
      rejected: 5,
      message: null,
    });
    expect(job.bytesRead).toBe(job.bytesTotal);
    expect(await rejected(job.id)).toEqual([
      'line,column,reason,message,value',
      '5,Leistung,notANumber,This variable takes numbers only,viel',
      '5,Leistung,notANumber,This variable takes numbers only,viel',
      '7,Zeit,timeSkipped,This local time does not exist (daylight saving),2026-03-29 02:30',
      '8,Zeit,timeTooOld,The time is before 1990 (milliseconds are expected),1970-01-01 00:00',
      '9,Zeit,timeUnreadable,The time cannot be read,gestern',
    ]);
    const [power, energy, state] = await variables();
    expect(energy).toMatchObject({ unit: 'kWh', kind: 'interval', scale: 0.25 });
    const latest = await latestOf(server, [power!.sn, energy!.sn, state!.sn]);
    expect(latest.map(({ data }) => data)).toEqual([10, 2.5, 'ok']);
    const window = {
      from: Date.parse('2026-03-28T00:00:00+01:00'),
      to: Date.parse('2026-03-29T00:00:00+01:00'),
    };
    const [sum] = await statisticOf(server, ['meter-energy'], {
      method: 'SUM',
      ...window,
      bucket: 'day',
      zone: 'Europe/Berlin',
    });
    expect(sum!.value).toBeCloseTo((1000.5 + 2 + 4 + 8 + 10) / 4, 9);
  });

  it('does not mark a device as online: neither a new one nor a silent one', async () => {
    const latestAt = async (sn: string) => (await storedLatest(server, sn)).at;
    expect(await latestAt('meter-power')).toBe('2026-03-28T13:30:00.000Z');
    const before = Date.now();
    await storeValues(server, 'meter-power', [[Date.parse('2026-03-28T10:00:00Z'), 7]]);
    const sent = await latestAt('meter-power');
    expect(Date.parse(sent!)).toBeGreaterThanOrEqual(before);
    await finish((await start()).id);
    expect(await latestAt('meter-power')).toBe(sent);
  });

  it('refuses values in hours whose raw points were deleted, and reports it in the dry run', async () => {
    const ids = (await variables()).map(({ id }) => id);
    const setRetained = async (since: string | null) => {
      for (const id of ids) await changeRows(server, 'latest', { variable_id: id }, { raw_from: since });
    };
    await setRetained('2026-04-01T00:00:00Z');
    // Ten numbers are at times whose raw points were deleted after their hours were rolled up. Texts have no
    // roll-ups.
    for (const dryRun of [true, false]) {
      const job = await finish((await start({ dryRun })).id);
      expect(job).toMatchObject({ status: 'done', points: 7, rejected: 15 });
      expect(await rejected(job.id)).toContain(
        '2,Leistung,timeExpired,The raw points of this time were deleted after their retention,1000.5',
      );
    }
    await setRetained(null);
  });

  it('can be cancelled', async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => `${1_700_000_000 + at * 60};${at};ok`);
    const job = await start({ text: ['Zeit;Leistung;Status', ...rows].join('\n') });
    const cancelled = await admin.call('telemetryImportCancel', { path: { id: job.id } });
    expect(cancelled.status).toBe('cancelled');
    let before = -1;
    const readProgress = async () => {
      const { lines } = await admin.call('telemetryImportStatus', { path: { id: job.id } });
      const progress = lines - before;
      before = lines;
      return progress;
    };
    await expect.poll(readProgress, { interval: 300 }).toBe(0);
    expect((await admin.call('telemetryImportStatus', { path: { id: job.id } })).lines).toBeLessThan(150_000);
  });

  it('fails with a sentence for a missing column, a wrong mapping, an unknown file or device', async () => {
    const job = await finish((await start({ text: 'Zeit;Power\n2026-01-01;1\n' })).id);
    expect(job).toMatchObject({ status: 'failed', message: '文件缺少列 Leistung' });
    await expect(start({ map: { files: [] } })).rejects.toMatchObject({ status: 400, code: 40055 });
    await expect(
      start({ map: { files: [{ ...mapping.files[0], zone: 'Mars/Base' }] } }),
    ).rejects.toMatchObject({ code: 40055 });
    await expect(start({ name: 'other.csv' })).rejects.toMatchObject({ status: 400, code: 40056 });
    const device = { ...mapping.files[0]!.device, sn: 'nobody' };
    await expect(start({ map: { files: [{ ...mapping.files[0], device }] } })).rejects.toMatchObject({
      status: 404,
      code: 40455,
    });
  });

  it('is invisible to another tenant', async () => {
    const other = await makeTenant(server);
    const person = await makePerson(server, [other], { permissions: ['telemetry:import'] });
    const stranger = await login(server, person.username, PASSWORD);
    const { records } = await admin.call('telemetryImportPage', { query: { current: 1, size: 1 } });
    await expect(
      stranger.call('telemetryImportStatus', { path: { id: records[0]!.id } }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await stranger.call('telemetryImportPage', {})).total).toBe(0);
    await expect(start({ client: stranger })).rejects.toMatchObject({ status: 404 });
  });
});
