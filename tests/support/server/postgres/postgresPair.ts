/** A primary with a streaming standby. No server of the platform started them. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  dataOf,
  INSTALLATION,
  makePlace,
  openEmpty,
  openPostgres,
  type Place,
  type SitePostgres,
} from './postgres.ts';

interface PostgresPair {
  primary: SitePostgres;
  standby: SitePostgres;
  /** The address with both hosts. */
  url: string;
  remove(): Promise<void>;
}

// Settings by which a standby finds all missing data when it returns.
const SETTINGS = { max_connections: '200', wal_keep_size: '512MB' };

const copyData = (from: Place, to: Place): Promise<unknown> =>
  promisify(execFile)('cp', ['-a', dataOf(from.folder), dataOf(to.folder)]);

/** Creates an empty installation, and another one that begins as a copy of it. */
export async function makePair(home = tmpdir(), own = process.env[INSTALLATION]): Promise<PostgresPair> {
  const first = await makePlace(home, own, SETTINGS);
  const second = await makePlace(home, own, SETTINGS);
  const primary = await openEmpty(first);
  await primary.stop();
  await copyData(first, second);
  await writeFile(join(dataOf(second.folder), 'standby.signal'), '');
  await primary.start();
  const { username, password } = new URL(primary.adminUrl);
  const standby = await openPostgres({
    ...second,
    settings: {
      ...SETTINGS,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${password}`,
    },
  });
  const url = new URL(primary.url);
  url.searchParams.set('target_session_attrs', 'read-write');
  return {
    primary,
    standby,
    url: url.href.replace(url.host, `${url.host},127.0.0.1:${standby.port}`),
    async remove() {
      await standby.remove();
      await primary.remove();
    },
  };
}
