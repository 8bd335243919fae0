/** A proxy to a server that can pretend to serve a new version of the scripts. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NewVersionProxy {
  url: string;
  /** From now on, serves a new version of the service worker and drops changes. */
  renew(): void;
  /** Forwards changes again. */
  open(): void;
  close(): Promise<void>;
}

const WORKER = '/serviceWorker.js';

export async function newVersionProxy(target: string): Promise<NewVersionProxy> {
  let isNew = false;
  let isBlocked = false;
  const proxy = createServer((incoming, answer) => {
    if (isBlocked && incoming.method === 'PUT') return answer.destroy();
    const isWorker = incoming.url === WORKER;
    // Requests the whole file, as plain text.
    const {
      'accept-encoding': _c,
      'if-modified-since': _m,
      'if-none-match': _n,
      ...plain
    } = incoming.headers;
    const headers = isWorker ? plain : incoming.headers;
    const far = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (response) => {
      const { 'content-length': _length, etag: _etag, 'last-modified': _at, ...kept } = response.headers;
      answer.writeHead(response.statusCode!, isWorker ? kept : response.headers);
      response.pipe(answer, { end: !isWorker });
      if (isWorker) response.on('end', () => answer.end(isNew ? '\n// Another version.' : ''));
    });
    far.on('error', () => answer.destroy());
    answer.on('close', () => far.destroy());
    incoming.pipe(far);
  });
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    renew() {
      isNew = true;
      isBlocked = true;
    },
    open() {
      isBlocked = false;
    },
    close: () =>
      new Promise((done) => {
        proxy.close(() => done());
        proxy.closeAllConnections();
      }),
  };
}
