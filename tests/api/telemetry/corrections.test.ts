/**
 * A correction of the newest value appears in the latest values at once, in every process and after a
 * restart.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOtherProcess } from '../../support/calls/inside.ts';
import { type Client, startServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite, type Site, until } from '../../support/telemetry/site.ts';

const HOUR = 3_600_000;
const BAD = 2;

type Process = Awaited<ReturnType<typeof startOtherProcess>>;

let server: TestServer;
let boss: Client & { tenantId: number };
const processes: Process[] = [];
beforeAll(async () => {
  server = await startServer();
  boss = await makeOperator(server);
});
afterAll(async () => {
  for (const { close } of processes) await close();
  await server?.stop();
});

/** Starts a process that gets events of others over the database, as processes of several servers do. */
async function startProcess(): Promise<Process> {
  const made = await startOtherProcess(server);
  processes.push(made);
  return made;
}

async function readLatest({ telemetry }: Process, { variable }: Site): Promise<unknown[]> {
  const variables = await telemetry.variables(boss.tenantId, [variable.sn!]);
  const [reading] = telemetry.latest(variables);
  return [reading?.data, reading?.ts && Date.parse(reading.ts)];
}

const send = (
  { telemetry }: Process,
  { variable }: Site,
  points: [ts: number, value: number, quality?: number][],
) =>
  telemetry.ingest(
    points.map(([ts, value, quality = 0]) => ({
      tenantId: boss.tenantId,
      sn: variable.sn!,
      ts,
      value,
      quality,
    })),
  );

describe('the latest value', () => {
  const base = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR;

  it('is the previous good one after the newest is marked bad, here and after a restart', async () => {
    const own = await startProcess();
    const site = await makeSite(boss);
    await send(own, site, [
      [base, 1],
      [base + 1000, 2],
      [base + 2000, 3, 1],
    ]);
    expect(await readLatest(own, site)).toEqual([3, base + 2000]);
    await send(own, site, [[base + 2000, 3, BAD]]);
    expect(await readLatest(own, site)).toEqual([2, base + 1000]);
    expect(await readLatest(await startProcess(), site)).toEqual([2, base + 1000]);
    await send(own, site, [
      [base + 1000, 2, BAD],
      [base, 1, BAD],
    ]);
    expect(await readLatest(own, site)).toEqual([null, null]);
    await send(own, site, [[base + 1000, 7]]);
    expect(await readLatest(own, site)).toEqual([7, base + 1000]);
  });

  it('is found behind rolled-up hours, and the statistics agree', async () => {
    const own = await startProcess();
    const site = await makeSite(boss);
    await send(own, site, [
      [base, 4],
      [base + 3 * HOUR, 5],
    ]);
    const query = {
      sns: site.variable.sn!,
      calcmethod: 'SUM',
      startTime: '2000-01-01',
      endTime: '2100-01-01',
    };
    const sum = async () => (await boss.call('accuSummarized', { query }))[0]?.value;
    expect(await sum()).toBe(9);
    await send(own, site, [[base + 3 * HOUR, 5, BAD]]);
    expect(await readLatest(own, site)).toEqual([4, base]);
    expect(await sum()).toBe(4);
    await send(own, site, [[base + HOUR, 6]]);
    expect(await readLatest(own, site)).toEqual([6, base + HOUR]);
    expect(await sum()).toBe(10);
  });

  it('is updated in another process, also if a file corrects it', async () => {
    const [own, other] = [await startProcess(), await startProcess()];
    const site = await makeSite(boss);
    await send(own, site, [
      [base, 1],
      [base + 1000, 2],
    ]);
    expect(await readLatest(other, site)).toEqual([2, base + 1000]);
    await send(own, site, [[base + 1000, 2, BAD]]);
    await until(
      () => readLatest(other, site),
      ([value]) => value === 1,
    );
    const [variable] = await own.telemetry.variables(boss.tenantId, [site.variable.sn!]);
    const imported = (value: number, quality: number) =>
      own.telemetry.store([{ variable: variable!, ts: base, value, quality }], { quiet: true });
    await imported(8, 0);
    await until(
      () => readLatest(other, site),
      ([value]) => value === 8,
    );
    await imported(8, BAD);
    await until(
      () => readLatest(other, site),
      ([value]) => value === null,
    );
  });
});
