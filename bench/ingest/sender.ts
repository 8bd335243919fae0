/**
 * Sends messages from its own process, as real senders do. The parent process sends the job, and later the start
 * signal. The texts are made before the measurement begins.
 */
import { connectAsync, type MqttClient } from 'mqtt';
import { deviceSnOf, GATEWAY_TOKEN, makeMessage, writeGateway, writeJson, writeLines } from './rows.ts';

export interface Job {
  to: 'http' | 'mqtt' | 'lines';
  /** The address of the server, of the broker, or of the line protocol endpoint. */
  url: string;
  devices: number;
  /** Number of the first message. */
  from: number;
  count: number;
  readings: number;
  parallel: number;
}

export interface Done {
  seconds: number;
  messages: number;
}

const CONNECTIONS = 8;

async function each(count: number, parallel: number, send: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await send(at);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, count) }, work));
}

/** Sends until the server accepts the message. Waits and sends again if the server requests it. */
async function post(url: string, type: string, body: string): Promise<void> {
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    const text = await response.text();
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    if (type === 'application/json' && !text.includes('"rejected":[]')) throw new Error(text.slice(0, 300));
    return;
  }
}

async function prepareJob(job: Job): Promise<{ run(): Promise<void>; end(): Promise<void> }> {
  const messages = Array.from({ length: job.count }, (_, at) =>
    makeMessage(job.from + at, job.devices, job.readings),
  );
  if (job.to === 'mqtt') {
    const texts = messages.map(writeGateway);
    const clients: MqttClient[] = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => connectAsync(job.url, { username: GATEWAY_TOKEN }, false)),
    );
    return {
      run: () =>
        each(job.count, job.parallel, async (at) => {
          // Messages of a device use one connection, in order, as with a gateway.
          const client = clients[messages[at]!.device % CONNECTIONS]!;
          await client.publishAsync('v1/gateway/telemetry', texts[at]!, { qos: 1 });
        }),
      async end() {
        await Promise.all(clients.map((client) => client.endAsync(true)));
      },
    };
  }
  const isLines = job.to === 'lines';
  const texts = messages.map(isLines ? writeLines : writeJson);
  const urlOf = (at: number): string =>
    isLines ? job.url : `${job.url}/api/v1/${deviceSnOf(messages[at]!.device)}/telemetry`;
  const type = isLines ? 'text/plain' : 'application/json';
  return {
    run: () => each(job.count, job.parallel, (at) => post(urlOf(at), type, texts[at]!)),
    end: async () => {},
  };
}

process.on('message', async (job: Job) => {
  const { run, end } = await prepareJob(job);
  const start = performance.now();
  await run();
  process.send!({ seconds: (performance.now() - start) / 1000, messages: job.count } satisfies Done);
  await end();
});
process.on('disconnect', () => process.exit());
