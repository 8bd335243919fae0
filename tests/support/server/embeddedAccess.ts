import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Returns the access to the embedded database of a data folder, from a file that only its owner may read. */
export function embeddedAccess(dataDir: string): pg.ClientConfig {
  return {
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'wattdeck',
    database: 'wattdeck',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  };
}
