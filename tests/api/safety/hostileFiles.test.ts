/** Hostile files, sent to a server in a separate process. They must not delay other callers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '../../support/calls/inside.ts';
import { MAX_HELD_MS, METERED, openMeter } from '../../support/hostile/heldThread.ts';
import { HOSTILE_BOOKS } from '../../support/hostile/hostileBooks.ts';
import { HOSTILE_TABLES } from '../../support/hostile/hostileTables.ts';
import { awaitJobEnd, upload } from '../../support/records/excel.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { ApiFailure, type Client, login, startedFolder } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

const ENGLISH = { headers: { 'accept-language': 'en' } };

let server: ServerProcess;
let url: string;
let admin: Client;
let readMeter: () => Promise<number>;
let folder: Awaited<ReturnType<typeof startedFolder>>;

beforeAll(async () => {
  folder = await startedFolder();
  server = spawnServer(folder.path, { env: METERED });
  url = await server.ready();
  readMeter = await openMeter(server);
  admin = await login({ url });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await folder.remove();
});

/** Returns the longest wait of other callers during the work. */
async function longestWait<T>(work: Promise<T>): Promise<{ longest: number; result: T }> {
  await readMeter();
  const result = await work;
  return { longest: await readMeter(), result };
}

const refusal = (run: Promise<unknown>): Promise<ApiFailure | null> =>
  run.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiFailure) return error;
      throw error;
    },
  );

/** Returns the expected error for a workbook that the server can read. The file contains no device and no customer. */
const expected = (name: string): string | undefined => {
  const key = HOSTILE_BOOKS[name]?.key;
  return key && errorText(key);
};

describe('a workbook that has', () => {
  it.for(Object.keys(HOSTILE_BOOKS))('%s delays no caller', async (name) => {
    const bytes = await HOSTILE_BOOKS[name]!.make();
    const devices = await longestWait(
      refusal(admin.call('deviceImport', { ...ENGLISH, query: { dryRun: true }, form: upload(bytes) })),
    );
    expect(devices.longest).toBeLessThan(MAX_HELD_MS);
    const customers = await longestWait(
      admin
        .call('recordImportCheck', { ...ENGLISH, path: { entity: 'customer' }, form: upload(bytes) })
        .then((job) => awaitJobEnd(admin, job)),
    );
    expect(customers.longest).toBeLessThan(MAX_HELD_MS);
    const msg = expected(name);
    if (msg === undefined) return;
    expect(devices.result).toMatchObject({ status: 400, msg });
    expect(customers.result).toMatchObject({ status: 'failed', error: msg });
  });
});

/** The text of an internal error, which no file may cause. */
const FAULT = errorText('http.internal');
const TOO_SLOW = errorText('file.tooSlow');

/** Returns the mapping that reads a file as readings. It is only a dry run, so neither station nor device exists. */
const readings = (match: string): string => {
  const device = { sn: 'hostile', name: 'Hostile', type: 'meter' };
  const columns = [{ column: 'Power', code: 'power', name: 'Power', unit: 'kW' }];
  const station = { sn: 'plant', name: 'Plant', timeZone: 'Europe/Berlin' };
  return JSON.stringify({ station, files: [{ match, timeColumn: 'Time', device, columns }] });
};

/** Returns the ended import of readings, or the refusal of the file. */
async function tryReadings(text: string, name = 'readings.csv', match = '*.csv') {
  const form = upload(text, name);
  for (const [field, value] of Object.entries({
    stationSn: 'plant',
    dryRun: 'true',
    mapping: readings(match),
  }))
    form.set(field, value);
  const { id } = await admin.call('telemetryImport', { ...ENGLISH, form });
  return until(
    () => admin.call('telemetryImportStatus', { path: { id } }),
    ({ status }) => status !== 'running',
  );
}

describe('a text table that has', () => {
  it.for(Object.keys(HOSTILE_TABLES))('%s makes no caller wait', async (name) => {
    const text = HOSTILE_TABLES[name]!();
    const values = await longestWait(tryReadings(text));
    expect(values.longest).toBeLessThan(MAX_HELD_MS);
    expect(values.result.message).not.toBe(FAULT);
    expect(['done', 'failed']).toContain(values.result.status);
    const records = await longestWait(
      admin
        .call('recordImportCheck', {
          ...ENGLISH,
          path: { entity: 'customer' },
          form: upload(text, 'table.csv'),
        })
        .then((job) => awaitJobEnd(admin, job)),
    );
    expect(records.longest).toBeLessThan(MAX_HELD_MS);
    expect([FAULT, TOO_SLOW]).not.toContain(records.result.error);
    expect(['done', 'failed']).toContain(records.result.status);
  });

  it('a name that is slow for a pattern delays no caller', async () => {
    const { longest, result } = await longestWait(
      refusal(tryReadings('Time;Power\n', `${'a'.repeat(240)}.csv`, 'a*a*a*a*a*b')),
    );
    expect(longest).toBeLessThan(MAX_HELD_MS);
    expect(result).toMatchObject({ status: 400, code: 40056 });
  });
});
