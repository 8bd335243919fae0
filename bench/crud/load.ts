/**
 * Sends requests over HTTP and measures them in its own process. `node load.ts` reads a job as JSON from stdin and
 * writes the figures as JSON to stdout. Connections are kept alive, one for each client.
 */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Shot {
  method: string;
  path: string;
  body?: unknown;
  /** Sent between the measured requests, but not measured. */
  aside?: boolean;
}

export interface Job {
  url: string;
  token: string;
  clients: number;
  shots: Shot[];
}

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
}

function shoot(agent: Agent, { url, token }: Job, { method, path, body }: Shot): Promise<void> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(sent === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
  };
  return new Promise((done, fail) => {
    const clientRequest = request(`${url}${path}`, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => {
        if (response.statusCode === 200) return done();
        fail(
          new Error(
            `${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks).toString().slice(0, 300)}`,
          ),
        );
      });
    });
    clientRequest.once('error', fail);
    clientRequest.end(sent);
  });
}

async function runJob(job: Job): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.clients });
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let shot = job.shots[next++]; shot; shot = job.shots[next++]) {
      const start = performance.now();
      await shoot(agent, job, shot);
      if (!shot.aside) times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: job.clients }, client));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95) };
}

if (import.meta.main) {
  const job = JSON.parse(await text(process.stdin)) as Job;
  process.stdout.write(JSON.stringify(await runJob(job)));
}
