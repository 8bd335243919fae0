/** A separate process that sends more messages than a server can accept. It does not wait for answers. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { deviceSnOf, GATEWAY_TOKEN, makeMessage, READINGS, writeGateway, writeJson } from './rows.ts';

export interface Flood {
  url: string;
  mqttUrl: string;
  devices: number;
  seconds: number;
  /** Messages per second. */
  httpRate: number;
  mqttConnections: number;
  /** The number of the first message. */
  from: number;
}

export interface Flooded {
  /** Numbers of the messages that were acknowledged. */
  http: number[];
  mqtt: number[];
  offered: number;
  /** Messages that were answered with 429. */
  refused: number;
  /** Messages that were not sent in time because every connection was busy. */
  unsent: number;
  /** The longest delay that the server requested in Retry-After, in seconds. */
  retryAfter: number;
  /** MQTT connections that closed before the end of the flood. */
  cut: number;
}

const CONNECTIONS = 1_000;
const TICK_MS = 20;
const WINDOW = 200;
/** Texts are made once and differ only in their times. Sending them needs less time than receiving them. */
const MQTT_APART = 10_000_000;

/** Returns the status of the answer. It is 0 if there was no answer. */
function post(agent: Agent, url: string, body: string): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      const retryAfter = Number(answer.headers['retry-after'] ?? 0);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter }));
      answer.once('error', () => resolve({ status: 0, retryAfter: 0 }));
    });
    sent.once('error', () => resolve({ status: 0, retryAfter: 0 }));
    sent.end(body);
  });
}

async function httpFlood(flood: Flood, result: Flooded): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const start = performance.now();
  const end = start + flood.seconds * 1000;
  const running = new Set<Promise<void>>();
  let number = flood.from;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - start) / 1000) * flood.httpRate) - result.offered;
    for (let at = 0; at < due; at += 1) {
      result.offered += 1;
      if (running.size >= CONNECTIONS) {
        result.unsent += 1;
        continue;
      }
      const own = number++;
      const message = makeMessage(own, flood.devices, READINGS);
      const url = `${flood.url}/api/v1/${deviceSnOf(message.device)}/telemetry`;
      const sending: Promise<void> = post(agent, url, writeJson(message)).then(({ status, retryAfter }) => {
        running.delete(sending);
        if (status === 200) result.http.push(own);
        if (status === 429) result.refused += 1;
        result.retryAfter = Math.max(result.retryAfter, retryAfter);
      });
      running.add(sending);
    }
    await sleep(TICK_MS);
  }
  await Promise.all(running);
  agent.destroy();
}

async function mqttFlood(flood: Flood, result: Flooded): Promise<void> {
  const end = performance.now() + flood.seconds * 1000;
  // These messages have their own times, far from the times of messages over HTTP.
  let number = Math.ceil(MQTT_APART / flood.devices) * flood.devices;
  const connection = async (): Promise<void> => {
    const client = await connectAsync(flood.mqttUrl, { username: GATEWAY_TOKEN, reconnectPeriod: 0 }, false);
    client.on('error', () => {});
    // A message without acknowledgement at the end of its connection is never answered.
    const cut = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
    const work = async (): Promise<void> => {
      while (performance.now() < end) {
        const own = number++;
        const text = writeGateway(makeMessage(own, flood.devices, 1));
        const published = client.publishAsync('v1/gateway/telemetry', text, { qos: 1 }).then(
          () => true,
          () => false,
        );
        if (!(await Promise.race([published, cut]))) return;
        result.mqtt.push(own);
      }
    };
    await Promise.all(Array.from({ length: WINDOW }, work));
    if (!client.connected) result.cut += 1;
    await client.endAsync(true);
  };
  await Promise.all(Array.from({ length: flood.mqttConnections }, connection));
}

process.on('message', async (flood: Flood) => {
  const result: Flooded = { http: [], mqtt: [], offered: 0, refused: 0, unsent: 0, retryAfter: 0, cut: 0 };
  await Promise.all([httpFlood(flood, result), mqttFlood(flood, result)]);
  process.send!(result);
});
process.on('disconnect', () => process.exit());
