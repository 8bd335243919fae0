/**
 * `node template.ts FOLDER KIND` fills a folder with the state after a first start. Servers begin with a copy of this
 * folder.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '../../../../server/app.ts';
import { loadConfig } from '../../../../server/platform/config.ts';
import { hashPassword } from '../password.ts';
import { spawnServer } from '../process.ts';
import { ADMIN, testEnv } from '../server.ts';
import { DEMO_MS, type Template } from './templates.ts';

/** The server logs each once, when everything is made. */
const MADE = [/demo records are made/, /simulated stations are live/];
const SEGMENT = /^[0-9A-F]{24}$/;

async function makeDemo(folder: string): Promise<void> {
  const server = spawnServer(folder, { demo: true, env: { WATTDECK_LOG: 'info' } });
  try {
    for (const line of MADE) await server.said(line, DEMO_MS);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

/**
 * Closes the server, and deletes the log files that the embedded database keeps for reuse. After creating the demo,
 * they are larger than its data.
 */
async function closeSmall({ db, close }: App, folder: string): Promise<void> {
  // Closing the database may start another log file, which is the last one then.
  const { rows } = await db.pool.query<{ last: string }>(
    `select pg_walfile_name(pg_current_wal_lsn() + pg_size_bytes(current_setting('wal_segment_size'))) as last`,
  );
  await close();
  const log = join(folder, 'postgres/pg_wal');
  for (const name of await readdir(log))
    if (SEGMENT.test(name) && name > rows[0]!.last) await rm(join(log, name));
}

const [folder = '', kind] = process.argv.slice(2) as [string, Template];
if (kind === 'demo') await makeDemo(folder);
const app = await createApp(loadConfig(testEnv(folder)));
await app.db.system(async (trx) => {
  const passwordHash = hashPassword(ADMIN.password);
  await trx.updateTable('userAccount').set({ passwordHash }).execute();
});
await (kind === 'embedded' ? closeSmall(app, folder) : app.close());
