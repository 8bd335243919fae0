/** A proxy that breaks connections to a server. Some changes never arrive, and for others the answer is lost. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  url: string;
  /**
   * Breaks the connection at this number of changes from now on. Half of them are lost before they arrive, half
   * after.
   */
  cut(times: number): void;
  /** Number of cuts that are left. */
  left(): number;
  close(): Promise<void>;
}

const CHANGE = /^(POST|PUT) \/manager\//;

export async function cutProxy(target: string): Promise<CutProxy> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let left = 0;
  let seen = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    let isAnswerLost = false;
    near.on('data', (chunk) => {
      // Every second change passes. Otherwise no change would ever arrive.
      const isCut = CHANGE.test(chunk.subarray(0, 40).toString('latin1')) && left > 0 && seen++ % 2 === 0;
      if (isCut) left -= 1;
      if (isCut && left % 2 === 0) return end();
      isAnswerLost ||= isCut;
      far.write(chunk);
    });
    far.on('data', (chunk) => (isAnswerLost ? end() : near.write(chunk)));
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
      socket.on('error', end);
    }
  });
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut(times) {
      left = times;
    },
    left: () => left,
    close: () =>
      new Promise((done) => {
        proxy.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}
