/**
 * `npm run test:external` runs the api tests on a PostgreSQL that was not started by one of our servers. `npm run
 * test:external -- tests/api/telemetry/live.test.ts` runs only these tests. `WATTDECK_TEST_DATABASE_URL` names an
 * existing database, whose user may create databases and roles. `WATTDECK_TEST_POSTGRES` names the folder `bin` of an
 * installation to use instead of the packaged one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePostgres } from '../support/server/postgres/postgres.ts';

const VARIABLE = 'WATTDECK_TEST_DATABASE_URL';
/** The tests need no data after a power cut. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '256MB' };

const existing = process.env[VARIABLE];
const home = existsSync('/dev/shm') ? '/dev/shm' : undefined;
const postgres = existing ? null : await makePostgres(SETTINGS, home);
try {
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'api', ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, [VARIABLE]: existing ?? postgres?.url } },
  );
  process.exitCode = status ?? 1;
} finally {
  await postgres?.remove();
}
