/** A connection between two parts that a test can cut. */
import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

export interface Line {
  port: number;
  cut(whole: boolean): void;
  /**
   * Cuts the connection that next sends these words, before or after they arrive. Resolves once it is cut.
   */
  cutAt(words: string, arrived: boolean): Promise<void>;
  close(): void;
}

/** Creates a line to a port, which forwards everything until it is cut. */
export async function makeLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let whole = true;
  let trap: { words: string; arrived: boolean; sprung(): void } | null = null;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = dial(to, '127.0.0.1');
    // Checks the bytes before they are passed on.
    near.on('data', (bytes: Buffer) => {
      if (!trap || !bytes.includes(trap.words)) return;
      (trap.arrived ? near : far).destroy();
      trap.sprung();
      trap = null;
    });
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
    cutAt: (words, arrived) =>
      new Promise((sprung) => {
        trap = { words, arrived, sprung };
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
