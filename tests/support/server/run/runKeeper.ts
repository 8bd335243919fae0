/**
 * `node runKeeper.ts` creates the folder of a run and its PostgreSQL. It prints both as a line of JSON, and removes
 * them when its input ends. The input also ends if the process of the run is killed.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL } from '../postgres/databases.ts';
import { makePostgres } from '../postgres/postgres.ts';
import { removeHome, testHome } from './runHome.ts';

export interface StartedRun {
  home: string;
  /** Null if the tests use an external PostgreSQL. */
  url: string | null;
}

/** The tests need no data after a power cut. Otherwise it runs like the embedded PostgreSQL. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Enough for several servers in each of some workers.
  max_connections: '400',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
};

const home = mkdtempSync(join(testHome(), 'wattdeck-run-'));
process.once('exit', () => removeHome(home));
// Servers and databases also run as other users, who need access.
chmodSync(home, 0o711);
const postgres = EXTERNAL ? null : await makePostgres(SETTINGS, home);
console.log(JSON.stringify({ home, url: postgres?.adminUrl ?? null } satisfies StartedRun));
process.stdin.resume().once('end', () => process.exit(0));
