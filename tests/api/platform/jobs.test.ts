/** All work that continues after its call is a job. Jobs are listed, cancelled, stored and removed in the same way. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireLease, otherJobs, runStorage, startJob, sweepJobs } from '../../support/calls/inside.ts';
import { addLostJob, countRows, readRows, setAge } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const LINES = 60_000;
const title = { zh: '测试', en: 'Test' };
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const site = { station: 'plant', zone: 'UTC', device: 'meter', token: 't1' };
  await seedSite(server, { tenantId: TENANT, ...site });
});
afterAll(() => server?.stop());

type NewJob = Parameters<typeof startJob>[1];
const get = (id: number) => admin.call('jobGet', { path: { id } });
const ended = (id: number) =>
  until(
    () => get(id),
    ({ finishedAt }) => finishedAt !== null,
  );
const isThere = (id: number, name: string, tenantId = TENANT): Promise<boolean> =>
  stat(join(server.config.dataDir, 'jobs', `t${tenantId}`, String(id), name)).then(
    () => true,
    () => false,
  );

async function startImport(lines: number, begin = 1_700_000_000) {
  const device = { sn: 'meter', name: 'meter', type: 'meter' };
  const columns = [{ column: 'P', code: 'P', name: 'P' }];
  const form = new FormData();
  form.set('stationSn', 'plant');
  form.set('mapping', JSON.stringify({ files: [{ match: '*', device, columns }] }));
  const rows = Array.from({ length: lines }, (_, at) => `${begin + at * 60},${at % 7 === 6 ? 'bad' : at}`);
  form.set('file', new Blob([['time,P', ...rows].join('\n')]), 'data.csv');
  return admin.call('telemetryImport', { form });
}

/** Starts a job of the administrator that runs until it is cancelled. */
async function startEndless(more: Partial<NewJob> = {}) {
  const { userId } = await admin.call('getPrincipal');
  const asker = {
    ...{ tenantId: TENANT, userId, admin: true, permissions: new Set<string>() },
    ...{ apiKey: false, sessionId: '' },
  };
  return startJob(server, {
    ...{ asker, kind: 'test', title, lang: 'en' as const },
    async run({ signal }) {
      if (!signal.aborted) await once(signal, 'abort');
      return { noticed: true };
    },
    ...more,
  });
}

describe('the import of a recording', () => {
  it('is a job in its own list, with its progress, and deletes its upload', async () => {
    const { id } = await startImport(LINES);
    const running = await get(id);
    expect(running).toMatchObject({ kind: 'csvImport', status: 'running', result: { fileName: 'data.csv' } });
    expect(running.title.en).toBe('Import of recording data.csv');
    const half = await until(
      () => get(id),
      ({ done, status }) => done > 0 || status !== 'running',
    );
    expect(half.status).toBe('running');
    expect(half.done).toBeLessThan(half.total!);
    expect(await isThere(id, 'input')).toBe(true);
    const done = await ended(id);
    expect(done).toMatchObject({ status: 'done', result: { lines: LINES, rejected: Math.floor(LINES / 7) } });
    expect(done.done).toBe(done.total);
    expect(await isThere(id, 'input')).toBe(false);
    expect((await admin.call('jobList')).map((job) => job.id)).toContain(id);
  });

  it('stops when its job is canceled, and its revert is a job that is deleted with it', async () => {
    const { id } = await startImport(LINES, 1_600_000_000);
    await until(
      () => get(id),
      ({ done }) => done > 0,
    );
    expect((await admin.call('jobCancel', { path: { id } })).status).toBe('cancelled');
    const stopped = await admin.call('telemetryImportStatus', { path: { id } });
    expect(stopped).toMatchObject({ status: 'cancelled', canUndo: true, message: null });
    expect(stopped.lines).toBeLessThan(LINES);
    // Parallel calls: one reverts the import, and the other is refused, or finds it reverted.
    const undo = () => admin.call('telemetryImportUndo', { path: { id } });
    const both = await Promise.allSettled([undo(), undo()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const undone = await until(
      () => admin.call('telemetryImportStatus', { path: { id } }),
      ({ status }) => status !== 'undoing',
    );
    expect(undone).toMatchObject({ status: 'undone', removed: stopped.points, kept: 0, canUndo: false });
    const [newest] = await admin.call('jobList');
    expect(newest).toMatchObject({
      kind: 'csvImportUndo',
      status: 'done',
      result: { removed: stopped.points },
    });
  });

  it('is kept for thirty days, and deleted with its rejected rows and its revert', async () => {
    const { id } = await startImport(14, 1_500_000_000);
    await ended(id);
    await admin.call('telemetryImportUndo', { path: { id } });
    await until(
      () => admin.call('telemetryImportStatus', { path: { id } }),
      ({ status }) => status === 'undone',
    );
    const age = async (days: number) => {
      await setAge(server, ['job', 'finished_at'], [id], `${days} days`);
      await sweepJobs(server);
    };
    await age(29);
    expect(await admin.call('telemetryImportProblems', { path: { id } })).toHaveLength(2);
    await age(31);
    expect((await admin.request('telemetryImportStatus', { path: { id } })).status).toBe(404);
    expect(await countRows(server, 'import_rejected', { job_id: id })).toBe(0);
    expect(await countRows(server, 'job', { part_of: id })).toBe(0);
  });
});

describe('a job', () => {
  it('stops when it is canceled in another process', async () => {
    const { id } = await startEndless();
    const elsewhere = otherJobs(server);
    await elsewhere.stop({ tenantId: TENANT, id });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', result: { noticed: true } });
  });

  it('fails if its process sends no heartbeat, and its files are deleted', async () => {
    const { id } = await startEndless();
    const { userId } = await admin.call('getPrincipal');
    await addLostJob(server, { tenantId: TENANT, userId });
    await sweepJobs(server);
    const [lost] = await admin.call('jobList');
    expect(lost).toMatchObject({ kind: 'lost', status: 'failed', error: null });
    expect((await get(id)).status).toBe('running');
    await admin.call('jobCancel', { path: { id } });
  });

  it('is not created if its upload is missing', async () => {
    const before = await admin.call('jobList');
    const missing = join(server.config.dataDir, 'nothing');
    await expect(startEndless({ input: missing })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await admin.call('jobList')).toEqual(before);
  });

  it('is continued by one process at a time', async () => {
    const first = await startEndless();
    const second = await startEndless({ partOf: first.id });
    await expect(startEndless({ partOf: first.id })).rejects.toMatchObject({ key: 'job.alreadyRuns' });
    for (const { id } of [second, first]) await admin.call('jobCancel', { path: { id } });
    const third = await startEndless({ partOf: first.id });
    expect((await admin.call('jobCancel', { path: { id: third.id } })).status).toBe('cancelled');
  });
});

describe('a run of the storage job', () => {
  it('is a job of the caller', async () => {
    await admin.call('storageRun', {});
    const [job] = await admin.call('jobList');
    expect(job).toMatchObject({ kind: 'storage', title: { en: 'Storage maintenance' }, total: 4 });
    expect(await ended(job!.id)).toMatchObject({ status: 'done', done: 4 });
    const { run, pending } = await admin.call('storageUsage', {});
    expect([run?.failed, pending, run?.startedAt]).toEqual([false, false, job!.createdAt]);
  });

  it('waits for a running one, and can be canceled in the meantime', async () => {
    const release = await acquireLease(server, 'storage run');
    await admin.call('storageRun', {});
    await admin.call('storageRun', {});
    const [job, other] = await admin.call('jobList');
    expect(job).toMatchObject({ kind: 'storage', status: 'running', done: 0 });
    expect(other?.finishedAt).not.toBeNull();
    expect((await admin.call('storageUsage', {})).pending).toBe(true);
    await admin.call('jobCancel', { path: { id: job!.id } });
    const { run, pending } = await admin.call('storageUsage', {});
    expect([run?.failed, pending]).toEqual([true, false]);
    await release();
  });

  it('is in no user’s list if the platform started it', async () => {
    const before = await admin.call('jobList');
    await runStorage(server);
    const rows = await readRows<{ id: number; status: string }>(server, 'job', ['id', 'status'], {
      tenant_id: 0,
    });
    expect(rows).toMatchObject([{ status: 'done' }]);
    expect(await admin.call('jobList')).toEqual(before);
    expect((await admin.request('jobGet', { path: { id: rows[0]!.id } })).status).toBe(404);
    const { username } = await makePerson(server, [TENANT], { permissions: ['*'] });
    const other = await login(server, username, PASSWORD);
    expect(await other.call('jobList')).toEqual([]);
  });

  it('fails if it is stopped with its process', async () => {
    const stop = new AbortController();
    const release = await acquireLease(server, 'storage run');
    const run = runStorage(server, stop.signal);
    await until(
      () => admin.call('storageUsage', {}),
      ({ pending }) => pending,
    );
    stop.abort();
    await run;
    expect((await admin.call('storageUsage', {})).run).toMatchObject({ failed: true });
    await release();
  });
});
