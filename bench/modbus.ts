/**
 * Reads 200 devices with 100 registers each by Modbus TCP every 5 seconds over 20 channels, and stores the values. In
 * the same run, a bare loop of the library sends the same requests and stores nothing. The bench counts the processor
 * time of our process, of its database, and of the loop. Goals: 30 % of a core in our process, and no read more than
 * a second late.
 *
 * `node bench/modbus.ts [--seconds 60]`
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeChannel, makeModel, makeUnit, type RegisterBody } from '../tests/support/devices/modbusSite.ts';
import { postmasterPid, spawnServer } from '../tests/support/server/process.ts';
import { type Client, login, startedFolder } from '../tests/support/server/server.ts';
import { makeSite } from '../tests/support/telemetry/site.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';
import type { Seen } from './modbus/devices.ts';
import type { LoopTask } from './modbus/loop.ts';

const CHANNELS = sized(20, 1);
const UNITS = sized(200, 2);
const REGISTERS = sized(100, 5);
const PERIOD_S = sized(5, 1);
const WARM_MS = sized(20_000, 2_500);
const GOALS = { core: 30, lateMs: 1_000 };

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: sized('60', '2') } },
});
const SPAN_MS = Number(options.seconds) * 1_000;

const startChild = (name: string, ...args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, 'modbus', `${name}.ts`), args, { stdio: 'inherit' });

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

async function seenBy(devices: ChildProcess): Promise<Seen> {
  devices.send('tell');
  return nextMessage<Seen>(devices);
}

async function setUp(client: Client, port: number): Promise<void> {
  await makeSite(client, 'BENCH');
  const registers = Array.from(
    { length: REGISTERS },
    (_, at): RegisterBody => ({
      code: `r${at}`,
      name: `Register ${at}`,
      area: 'holding',
      address: at,
      encoding: 'u16',
    }),
  );
  const { id: modelId } = await makeModel(client, 'Bench', registers);
  for (let no = 0; no < CHANNELS; no += 1)
    await makeChannel(client, `BENCH-C${no}`, port, { period: PERIOD_S });
  for (let unit = 1; unit <= UNITS; unit += 1)
    await makeUnit(client, `BENCH-U${unit}`, {
      ...{ stationSn: 'BENCH', modelId, modbusUnit: unit },
      channelSn: `BENCH-C${unit % CHANNELS}`,
    });
}

/** Returns the processor time of the processes during the span, in percent of a core. */
async function shares(groups: readonly (readonly number[])[]): Promise<number[]> {
  const before = groups.map((pids) => cpuTimeOf(pids));
  await sleep(SPAN_MS);
  return groups.map((pids, at) => ((cpuTimeOf(pids) - before[at]!) / SPAN_MS) * 100);
}

const percent = (share: number): string => `${share.toFixed(1)} %`;

const folder = await startedFolder();
const devices = startChild('devices');
const port = await nextMessage<number>(devices);
const server = spawnServer(folder.path, { env: { WATTDECK_MODBUS_HOSTS: '1=127.0.0.1' } });
const client = await login({ url: await server.ready() });
const own = [[server.child.pid!], [postmasterPid(folder.path)]];
const [idle = 0] = await shares(own);
await setUp(client, port);
await sleep(WARM_MS);
await seenBy(devices);
const [ours = 0, database = 0] = await shares(own);
const read = await seenBy(devices);
const channels = (await client.call('channelPage', { query: { size: CHANNELS } })).records;
const sns = Array.from({ length: REGISTERS }, (_, at) => `BENCH-U${UNITS}-r${at}`).join();
const stored = await client.call('realtimeDataByVariable', { query: { sns } });
server.child.kill('SIGTERM');
await server.ended;

const task: LoopTask = { port, units: UNITS, registers: REGISTERS, periodMs: PERIOD_S * 1_000 };
const loop = startChild('loop', JSON.stringify(task));
await sleep(WARM_MS);
await seenBy(devices);
const [bare = 0] = await shares([[loop.pid!]]);
const { questions } = await seenBy(devices);
loop.disconnect();
devices.disconnect();
await folder.remove();

const lateMs = read.longest - PERIOD_S * 1_000;
const faults = channels.filter(({ fault }) => fault).length;
assert.equal(faults, 0, 'no channel has a fault');
assert.equal(stored.filter(({ data }) => data !== null).length, REGISTERS, 'what was read is stored');
assert.ok(read.questions > 0 && questions > 0, 'both asked');
const counted = channels.reduce((sum, { readsLate }) => sum + (readsLate ?? 0), 0);
console.log(`${UNITS} devices, ${REGISTERS} registers each, every ${PERIOD_S} s, for ${SPAN_MS / 1000} s`);
const core = judge({ value: ours, goal: GOALS.core, better: 'less' });
console.log(
  `our process: ${percent(ours)} of a core (${core}; ${percent(idle)} without channels), database ${percent(database)}`,
);
const value = ours / bare;
const verdict = keepRatio({ name: 'our process beside a bare loop', value, better: 'less' });
console.log(`bare loop: ${percent(bare)}, ours is ${value.toFixed(1)} times that (${verdict})`);
const late = judge({ value: lateMs, goal: GOALS.lateMs, better: 'less' });
console.log(
  `questions: ours ${read.questions}, loop ${questions}; longest lateness ${Math.round(lateMs)} ms (${late})`,
);
console.log(`reads left out ${counted}`);
