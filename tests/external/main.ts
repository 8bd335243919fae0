/**
 * `npm run test:external`: the api tests once more, over a PostgreSQL that no server of ours has started.
 * `npm run test:external -- tests/api/telemetry/live.test.ts` runs only these. `WATTDECK_TEST_DATABASE_URL` names an existing
 * one, whose user may make databases and roles; `WATTDECK_TEST_POSTGRES` the folder `bin` of an installation to be used
 * in place of the one from the packages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePostgres } from '../support/server/postgres/postgres.ts';

const VARIABLE = 'WATTDECK_TEST_DATABASE_URL';
/** No power failure happens here. */
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
