import { createServer } from 'node:net';

/** Below the ephemeral ports of operating systems, so that no other program gets one of these ports. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** Finds a free port, for a process that needs its port as a setting. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isPortFree(port)) return port;
  }
}

export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer().once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
