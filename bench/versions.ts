/**
 * Compares this program with another checkout of it, in turn, each over its own database. It measures telemetry over
 * HTTP, a board, a list of devices and a list of records. Prints our speed as a share of the other's. The first share
 * is by processor time of server and database, which other work on the machine does not change (goal: 0.97). The
 * second is by elapsed time.
 *
 * `node bench/versions.ts --other FOLDER [--own FOLDER] [--rounds 9]`; a folder has its packages, and `npm run
 * codegen` was run there. In miniature, both are this checkout.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from '../tests/support/calls/client.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import { login, startedFolder, testEnv } from '../tests/support/server/server.ts';
import { sendTelemetry } from '../tests/support/telemetry/telemetry.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median } from './kit/percentile.ts';
import { keepRatio, missing } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';

const ROOT = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    other: { type: 'string', ...(isMini && { default: ROOT }) },
    own: { type: 'string', default: ROOT },
    rounds: { type: 'string', default: sized('9', '1') },
  },
});
const GOAL = 0.97;
const READY = /ready at (\S+)/;
const STATION = 'VERSIONS';
const DEVICES = sized(20, 2);
const VARIABLES = sized(20, 3);
const HOUR_MS = 3_600_000;
const MESSAGES = sized(100, 4);
const READINGS = 25;
const REPEATS = sized(60, 2);

interface Program {
  url: string;
  client: Client;
  tokens: string[];
  /** Processes of the server and the database. */
  pids: number[];
  stop(): Promise<void>;
}

async function startProgram(root: string): Promise<Program> {
  const folder = await startedFolder();
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...testEnv(folder.path), WATTDECK_ROLES: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let text = '';
  const url = await new Promise<string>((ready) =>
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const found = READY.exec(text)?.[1];
      if (found) ready(found);
    }),
  );
  const client = await login({ url });
  await client.call('stationCreate', { body: { sn: STATION, name: STATION, timeZone: 'Europe/Berlin' } });
  const tokens: string[] = [];
  for (let index = 0; index < DEVICES; index += 1) {
    const sn = `${STATION}-${index}`;
    const device = await client.call('deviceCreate', {
      body: { sn, name: sn, stationSn: STATION, type: 'meter' },
    });
    tokens.push(String(device.token));
    for (let at = 0; at < VARIABLES; at += 1)
      await client.call('deviceVariableCreate', {
        body: { deviceSn: sn, code: `v${at}`, name: `v${at}`, unit: '', dataType: 'number', kind: 'gauge' },
      });
    await client.call('customerCreate', { body: { name: `Customer ${index}`, state: 'developing' } });
  }
  return {
    url,
    client,
    tokens,
    pids: [child.pid!, postmasterPid(folder.path)],
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await folder.remove();
    },
  };
}

const BEGIN = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;

/** Sends messages with all variables of a device, several at a time. */
async function sendRound({ url, tokens }: Program, round: number): Promise<void> {
  let next = 0;
  const send = async (): Promise<void> => {
    for (let number = next++; number < MESSAGES; number = next++) {
      const start = BEGIN + (round * MESSAGES + number) * READINGS * 1000;
      const message = Array.from({ length: READINGS }, (_, reading) => ({
        ts: start + reading * 1000,
        values: Object.fromEntries(
          Array.from({ length: VARIABLES }, (_value, at) => [`v${at}`, number + at]),
        ),
      }));
      const answer = await sendTelemetry(url, tokens[number % DEVICES]!, message);
      if (!answer.ok) throw new Error(`a message was not taken: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

async function repeat(request: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < REPEATS; time += 1) await request();
}

const requestBoard = ({ client }: Program): Promise<unknown> =>
  client.call('boardQuery', {
    body: {
      stationSn: STATION,
      needs: [
        {
          key: 'course',
          kind: 'history',
          sns: Array.from({ length: VARIABLES }, (_, at) => `${STATION}-0-v${at}`),
          from: new Date(BEGIN).toISOString(),
          to: new Date(BEGIN + 3 * HOUR_MS).toISOString(),
          maxPoints: 200,
        },
      ],
    },
  });

const MEASURES: Readonly<Record<string, (program: Program, round: number) => Promise<unknown>>> = {
  'telemetry taken in': sendRound,
  'a board': (program) => repeat(() => requestBoard(program)),
  'a list of devices': ({ client }) => repeat(() => client.call('devicePage', { query: {} })),
  'a list of records': ({ client }) => repeat(() => client.call('getCustomerList', { query: {} })),
};

interface Cost {
  cpu: number;
  clock: number;
}

async function costOf(program: Program, work: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  const before = cpuTimeOf(program.pids);
  await work();
  return { cpu: cpuTimeOf(program.pids) - before, clock: performance.now() - start };
}

const textOf = (shares: readonly number[]): string =>
  `${median(shares).toFixed(2)} (${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)})`;

/** Checks that both return the same data. An earlier program may lack fields that this program returns. */
async function assertSame(own: Program, other: Program): Promise<void> {
  const found = async ({ client }: Program) => [
    (await client.call('devicePage', { query: {} })).total,
    (await client.call('getCustomerList', { query: {} })).total,
  ];
  assert.deepEqual(await found(own), [DEVICES, DEVICES]);
  assert.deepEqual(await found(other), [DEVICES, DEVICES]);
  assert.deepEqual(await requestBoard(own), await requestBoard(other));
}

async function compare(own: Program, other: Program): Promise<void> {
  for (const [name, measure] of Object.entries(MEASURES)) {
    const shares: Cost[] = [];
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      const found = new Map<Program, Cost>();
      for (const program of round % 2 ? [own, other] : [other, own])
        found.set(program, await costOf(program, () => measure(program, round)));
      const [mine, others] = [found.get(own)!, found.get(other)!];
      if (round > 0) shares.push({ cpu: others.cpu / mine.cpu, clock: others.clock / mine.clock });
    }
    const cpu = shares.map((share) => share.cpu);
    const verdict = keepRatio({ name, value: median(cpu), goal: GOAL, better: 'more' });
    const clock = textOf(shares.map((share) => share.clock));
    console.log(`${name}: ${textOf(cpu)} by processors (${verdict}), ${clock} by the clock`);
  }
}

if (!options.other) {
  missing('another checkout (--other FOLDER)');
} else {
  const own = await startProgram(resolve(options.own));
  const other = await startProgram(resolve(options.other));
  try {
    console.log(`load ${loadavg()[0]!.toFixed(1)}`);
    await compare(own, other);
    await assertSame(own, other);
  } finally {
    await own.stop();
    await other.stop();
  }
}
