import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { forwardCall } from '../../../server/devProxy.ts';
import { freePort } from '../../support/server/port.ts';

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((done) => server.close(done));
});

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise((done) => {
    open.push(server);
    server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });

/** Starts the pages in front of a server, and returns their address. */
async function pages(backend: number): Promise<string> {
  const target = `http://127.0.0.1:${backend}`;
  const port = await listen(createServer((request, answer) => void forwardCall(request, answer, target)));
  return `http://127.0.0.1:${port}`;
}

const REFUSED = 'http.client.request.error';

/** Resolves when a call to this port was refused. */
const refusalAt = (port: number): Promise<void> =>
  new Promise((done) => {
    const onMessage = (message: unknown): void => {
      if ((message as { error: { port?: number } }).error.port !== port) return;
      unsubscribe(REFUSED, onMessage);
      done();
    };
    subscribe(REFUSED, onMessage);
  });

const echo = () =>
  createServer((request, answer) => {
    answer.setHeader('connection', 'close');
    request.pipe(answer.writeHead(201, { 'x-asked': `${request.method} ${request.url}` }));
  });

describe('a call during a restart of the server', () => {
  it('waits for it and arrives completely', async () => {
    const backend = await freePort();
    const refused = refusalAt(backend);
    const request = fetch(`${await pages(backend)}/a?b=1`, {
      method: 'POST',
      body: 'x'.repeat(100_000),
      headers: { connection: 'close' },
    });
    await refused;
    await listen(echo(), backend);
    const answer = await request;
    expect([answer.status, answer.headers.get('x-asked')]).toEqual([201, 'POST /a?b=1']);
    expect(await answer.text()).toHaveLength(100_000);
  });

  it('is repeated if the old server ended during the call, but only if this is harmless', async () => {
    let ended = 0;
    const backend = await listen(
      createServer((request, answer) => {
        ended += 1;
        if (ended % 2 === 1) request.socket.destroy();
        else answer.writeHead(200, { connection: 'close' }).end();
      }),
    );
    const url = await pages(backend);
    expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200);
    expect(ended).toBe(2);
    const sent = await fetch(url, { method: 'POST', body: 'x', headers: { connection: 'close' } });
    expect([sent.status, ended]).toEqual([503, 3]);
  });
});
