/** Server processes for fault tests. A process that ends is restarted, as a service manager does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, spawnServer } from '../support/server/process.ts';

const AGAIN_MS = 300;

export interface Fleet {
  /** Returns the addresses of the named processes that answer at the moment. */
  addresses(...names: string[]): readonly string[];
  process(name: string): ServerProcess | undefined;
  names(): readonly string[];
  /** Returns how often a process had to be started again. */
  restarts(): number;
  /** Stops everything permanently, in order. */
  close(): Promise<void>;
}

/**
 * Starts a process of every name with its environment. A process that ends is started again until the fleet is closed.
 */
export async function startFleet(
  dataDir: string,
  environments: Readonly<Record<string, Record<string, string>>>,
): Promise<Fleet> {
  const processes = new Map<string, ServerProcess>();
  const urls = new Map<string, string>();
  let restarts = -Object.keys(environments).length;
  let closing = false;

  async function keepRunning(name: string, env: Record<string, string>, ready: () => void): Promise<void> {
    while (!closing) {
      restarts++;
      const one = spawnServer(dataDir, { env });
      processes.set(name, one);
      let over = false;
      void one.ended.then(() => {
        over = true;
      });
      // A slow machine may need longer than the patience of a test.
      for (let url = ''; url === '' && !over; ) {
        url = await one.ready().catch(() => '');
        if (url === '') continue;
        urls.set(name, url);
        ready();
      }
      await one.ended;
      urls.delete(name);
      if (!closing) await sleep(AGAIN_MS);
    }
  }

  const running: Promise<void>[] = [];
  await Promise.all(
    Object.entries(environments).map(
      ([name, env]) =>
        new Promise<void>((ready) => {
          running.push(keepRunning(name, env, ready));
        }),
    ),
  );
  return {
    addresses: (...names) =>
      (names.length > 0 ? names : [...urls.keys()]).flatMap((name) => urls.get(name) ?? []),
    process: (name) => processes.get(name),
    names: () => [...processes.keys()],
    restarts: () => restarts,
    async close() {
      closing = true;
      for (const { child } of processes.values()) child.kill('SIGTERM');
      await Promise.all(running);
    },
  };
}
