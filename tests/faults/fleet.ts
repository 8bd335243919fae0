/** Server processes that a fault hits, and what a service manager does: start what has ended, again and again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ServerProcess, spawnServer } from '../support/server/process.ts';

const AGAIN_MS = 300;

export interface Fleet {
  /** The addresses of those of these names that answer at the moment. */
  addresses(...names: string[]): readonly string[];
  process(name: string): ServerProcess | undefined;
  names(): readonly string[];
  /** Counts how often a process had to be started again. */
  restarts(): number;
  /** Ends permanently, in order. */
  close(): Promise<void>;
}

/** Starts a process of every name with its environment; whatever ends is started again until the fleet is closed. */
export async function startFleet(
  dataDir: string,
  environments: Readonly<Record<string, Record<string, string>>>,
): Promise<Fleet> {
  const processes = new Map<string, ServerProcess>();
  const urls = new Map<string, string>();
  let restarts = -Object.keys(environments).length;
  let closing = false;

  async function keep(name: string, env: Record<string, string>, ready: () => void): Promise<void> {
    while (!closing) {
      restarts++;
      const one = spawnServer(dataDir, { env });
      processes.set(name, one);
      let over = false;
      void one.ended.then(() => {
        over = true;
      });
      // A busy machine may need longer than a test has patience with.
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

  const keeping: Promise<void>[] = [];
  await Promise.all(
    Object.entries(environments).map(
      ([name, env]) =>
        new Promise<void>((ready) => {
          keeping.push(keep(name, env, ready));
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
      await Promise.all(keeping);
    },
  };
}

/** Returns how to reach the embedded database of a data folder: what only its owner may read says so. */
export function embeddedAccess(dataDir: string): pg.ClientConfig {
  return {
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'wattdeck',
    database: 'wattdeck',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  };
}
