/** A line between two parts that can be cut. */
import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

export interface Line {
  port: number;
  cut(whole: boolean): void;
  close(): void;
}

/** Makes a line to a port, which carries everything while it is whole. */
export async function makeLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = dial(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut(next) {
      whole = next;
      if (!whole) for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
