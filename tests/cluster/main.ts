/**
 * `npm run test:cluster` runs the api tests on a Citus cluster with a coordinator and two workers. `npm run
 * test:cluster -- tests/api/telemetry/live.test.ts` runs only these tests. It searches the usual folders for a
 * PostgreSQL with Citus; `WATTDECK_TEST_POSTGRES` names another folder `bin`. `--if-found` runs only the most
 * important tests, and none if Citus is not installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_NOTES, REPORTERS, RUN_NOTES } from '../run/runNotesReporter.ts';
import { findCitus, makeCluster } from '../support/server/postgres/citus.ts';

/** Cover each step of telemetry once: received, sealed, expired, counted, queried, judged and reverted. */
const SHORT = [
  'telemetry/distributed',
  'telemetry/rows/pointRows',
  'telemetry/rows/deviceRows',
  'telemetry/storage',
  'telemetry/tails',
  'alarms/alarmSilence',
  'telemetry/imports/importFormats',
].map((name) => `tests/api/${name}.test.ts`);

const missing = SHORT.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`The list SHORT names missing files: ${missing.join(', ')}`);

/** Tests do not survive a power cut, and plans must not depend on the time of the statistics. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', shared_buffers: '256MB' };

const args = process.argv.slice(2);
const isShort = args.includes('--if-found');
const files = isShort ? SHORT : args;
const found = findCitus();
if (typeof found === 'string') {
  console.warn(`The tests on a cluster are skipped: ${found}.`);
  const notes = process.env[RUN_NOTES];
  if (notes)
    writeFileSync(notes, JSON.stringify({ ...NO_NOTES, skipped: [`all tests on a cluster – ${found}`] }));
  process.exit(isShort ? 0 : 1);
}
const home = existsSync('/dev/shm') ? '/dev/shm' : undefined;
const cluster = await makeCluster(found, { settings: SETTINGS, ...(home && { home }) });
try {
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'api', ...REPORTERS, ...files],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        WATTDECK_TEST_DATABASE_URL: cluster.url,
        WATTDECK_TEST_NODES: cluster.admins.join(' '),
      },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  await cluster.remove();
}
