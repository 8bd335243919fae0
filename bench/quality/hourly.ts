/**
 * Compares the hourly work of power quality with storing its points. Analysers send their values by MQTT and wait for
 * the acknowledgement; their points are ten seconds apart. There are fewer stations than in reality, but they send
 * faster. The figure is the processor time of server and database, without the senders.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeQualityMeans } from '../../server/sites/quality/storeRowMeans.ts';
import { postmasterPid } from '../../tests/support/server/process.ts';
import type { TestServer } from '../../tests/support/server/server.ts';
import { cpuTimeOf } from '../kit/cpuTime.ts';
import { keepRatio } from '../kit/report.ts';
import { sized } from '../kit/size.ts';
import type { Sending, Sent } from './analysers.ts';
import { CODES, seedStations, TENANT, tokenOf } from './site.ts';

const STATIONS = Array.from({ length: sized(80, 2) }, (_, at) => `PQH${at}`);
const HOUR_MS = 3_600_000;
const STEP_MS = 10_000;
/** The hours of the previous day have a point every ten minutes. */
const SPARSE_MS = 600_000;
const FIRST_HOUR = 12;
const HOURS = sized(2, 1);
const RATE = 20_000;
const IDLE_MS = sized(10_000, 200);
/** Percent. */
const GOAL = 5;

interface Spent<T> {
  answer: T;
  /** Milliseconds of processor time. */
  work: number;
}

const sum = (times: readonly number[]): number => times.reduce((all, time) => all + time, 0);

function startAnalysers(port: number) {
  const tokens = STATIONS.map(tokenOf).join();
  const args = [String(port), tokens, CODES.join()];
  return fork(join(import.meta.dirname, 'analysers.ts'), args, { stdio: 'inherit' });
}

/** Stores two days of sparse points of the stations' variables, up to the first hour of the bench. */
async function fillBefore({ app }: TestServer, begin: number): Promise<void> {
  for (const station of STATIONS)
    await app.services.telemetry.ingest(
      CODES.flatMap((code) =>
        Array.from({ length: (24 * HOUR_MS + FIRST_HOUR * HOUR_MS) / SPARSE_MS }, (_, at) => ({
          ...{ tenantId: TENANT, sn: `${station}-A-${code}`, value: 2 },
          ts: begin - (at + 1) * SPARSE_MS,
        })),
      ),
    );
}

/** `day` is the midnight at the start of the bench's day, in milliseconds. */
export async function benchHourly(server: TestServer, day: number): Promise<void> {
  const { services } = server.app;
  await seedStations(server, STATIONS);
  const begin = day + FIRST_HOUR * HOUR_MS;
  await fillBefore(server, begin);
  const analysers = startAnalysers(server.mqttPort);
  const next = async <T>() => ((await once(analysers, 'message')) as [T])[0];
  await next();
  const spent = async <T>(run: () => Promise<T>): Promise<Spent<T>> => {
    const pids = [process.pid, postmasterPid(server.config.dataDir)];
    const ours = () => cpuTimeOf(pids) - cpuTimeOf([analysers.pid!]);
    const before = ours();
    return { answer: await run(), work: ours() - before };
  };
  const send = (from: number, to: number) => {
    const answer = next<Sent>();
    analysers.send({ from, to, step: STEP_MS, rate: RATE } satisfies Sending);
    return answer;
  };
  const storeMeans = (now: number) => storeQualityMeans(services, { days: 2, now });
  try {
    const idle = (await spent(() => sleep(IDLE_MS))).work / IDLE_MS;
    let now = begin + 1.5 * HOUR_MS;
    await send(begin, now);
    await storeMeans(now);
    const [intakeTimes, storeTimes]: [number[], number[]] = [[], []];
    for (let hour = 0; hour < HOURS; hour += 1) {
      const from = now;
      now += HOUR_MS;
      const { answer, work } = await spent(() => send(from, now));
      assert.equal(answer.points, (STATIONS.length * CODES.length * HOUR_MS) / STEP_MS);
      // Vacuums now, because the automatic vacuum after so many rows must not be measured.
      await server.app.db.pool.query('vacuum analyze points');
      intakeTimes.push(work - idle * answer.seconds * 1_000);
      storeTimes.push((await spent(() => storeMeans(now))).work);
      console.log(
        `an hour of ${answer.points.toLocaleString('en')} points, ${Math.round(answer.points / answer.seconds).toLocaleString('en')} a second: ${intakeTimes.at(-1)!.toFixed(0)} ms of work to take them in, ${storeTimes.at(-1)} ms to keep their means`,
      );
    }
    const nothing = await spent(() => storeMeans(now));
    const value = (100 * sum(storeTimes)) / sum(intakeTimes);
    const name = 'work to keep means, percent of that to take in';
    console.log(
      `means kept: ${value.toFixed(1)} % of the work of taking in (${keepRatio({ name, value, goal: GOAL, better: 'less' })}); a round with nothing new ${nothing.work} ms`,
    );
  } finally {
    analysers.disconnect();
  }
}
