/**
 * Analysers of stations in their own process. Each has an MQTT connection and sends all of its values in an
 * acknowledged message. `node analysers.ts PORT TOKENS CODES`; the parent process then sends the start time and the
 * rate.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';

export interface Sending {
  /** The time of the first points, in milliseconds; the others are `step` apart. */
  from: number;
  to: number;
  step: number;
  /** Points per second, of all stations together. */
  rate: number;
}

export interface Sent {
  points: number;
  seconds: number;
}

const [port = '', tokenText = '', codeText = ''] = process.argv.slice(2);
const tokens = tokenText.split(',');
const codes = codeText.split(',');

const clients = await Promise.all(
  tokens.map((username) => connectAsync(`mqtt://127.0.0.1:${port}`, { username }, false)),
);

/** Returns a slow curve with a different phase for each variable. */
const valuesAt = (ts: number) =>
  Object.fromEntries(codes.map((code, at) => [code, Math.round((2 + Math.sin(ts / 9e6 + at)) * 1e3) / 1e3]));

/** Stations send in turn, evenly. Each waits for the acknowledgement of its last message. */
async function sendAll({ from, to, step, rate }: Sending): Promise<Sent> {
  const messages = (clients.length * (to - from)) / step;
  const apart = (1_000 * codes.length) / rate;
  const busy = clients.map(() => Promise.resolve<unknown>(undefined));
  const start = performance.now();
  for (let number = 0; number < messages; number += 1) {
    const early = number * apart - (performance.now() - start);
    if (early > 1) await sleep(early);
    const station = number % clients.length;
    const ts = from + Math.floor(number / clients.length) * step;
    await busy[station];
    const text = JSON.stringify({ ts, values: valuesAt(ts) });
    busy[station] = clients[station]!.publishAsync('v1/devices/me/telemetry', text, { qos: 1 });
  }
  await Promise.all(busy);
  return { points: messages * codes.length, seconds: (performance.now() - start) / 1_000 };
}

process.on('disconnect', () => process.exit());
process.send!('ready');
for (;;) {
  const [sending] = (await once(process, 'message')) as [Sending];
  process.send!(await sendAll(sending));
}
