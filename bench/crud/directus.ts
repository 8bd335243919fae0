/** Runs Directus from npm in its own folder outside the project, over a database of the same PostgreSQL. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../tests/support/server/port.ts';
import { missing } from '../kit/report.ts';
import { isMini } from '../kit/size.ts';

export const VERSION = '12.4.0';
const FOLDER = process.env.WATTDECK_BENCH_CACHE ?? join(tmpdir(), 'wattdeck-bench');
const DATABASE = 'directus_bench';
export const TOKEN = 'bench-static-token';
const READY_MS = 180_000;

export interface Directus {
  url: string;
  stop(): Promise<void>;
}

const HOME = join(FOLDER, `directus-${VERSION}`);
const ENTRY = join(HOME, 'node_modules/directus/cli.js');

/**
 * Returns whether Directus is installed. A full run installs it if it is missing. A miniature run downloads nothing.
 */
export function findDirectus(): boolean {
  if (!isMini && !existsSync(ENTRY)) install();
  const isHere = existsSync(ENTRY);
  if (isHere) replaceSandbox(HOME);
  else missing(`Directus ${VERSION}`);
  return isHere;
}

/** Installs Directus without install scripts, because the bench needs no package that has one. */
function install(): void {
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, 'package.json'), '{"name":"directus-bench","private":true}');
  console.log(`installing directus ${VERSION} into ${HOME} (some minutes, once)`);
  execFileSync('npm', ['install', `directus@${VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: HOME,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Replaces a native module that only flows with run scripts use. Its build may not fit this version of Node. */
function replaceSandbox(folder: string): void {
  const place = join(folder, 'node_modules/isolated-vm');
  const stub = 'module.exports = {};\n';
  const entry = join(place, 'index.js');
  if (existsSync(entry) && readFileSync(entry, 'utf8') === stub) return;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"name":"isolated-vm","version":"0.0.0","main":"index.js"}');
  writeFileSync(entry, stub);
}

/** Returns the settings of the pool as Directus names them: the same server, another database. */
function environment({ options }: pg.Pool, port: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    NODE_ENV: 'production',
    DB_CLIENT: 'pg',
    DB_HOST: String(options.host),
    DB_PORT: String(options.port),
    DB_USER: String(options.user),
    DB_PASSWORD: String(options.password),
    DB_DATABASE: DATABASE,
    DB_POOL__MIN: '2',
    DB_POOL__MAX: '16',
    SECRET: 'a secret that is long enough for a bench',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a good password',
    ADMIN_TOKEN: TOKEN,
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    // Otherwise Directus refuses requests under a load at which our server only responds more slowly.
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    LOG_LEVEL: 'error',
    ACCEPT_TERMS: 'true',
  };
}

async function waitReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await sleep(200)) {
    if (child.exitCode !== null) break;
    try {
      if ((await fetch(`${url}/server/ping`)).ok) return;
    } catch {
      // The server does not accept connections yet.
    }
  }
  throw new Error(`directus does not start:\n${output()}`);
}

/** Makes the database with `seed` (the table and its rows), registers the table, and starts Directus over it. */
export async function startDirectus(
  pool: pg.Pool,
  table: string,
  seed: (database: string) => Promise<void>,
  run: (database: string, sql: string) => Promise<void>,
): Promise<Directus> {
  const port = await freePort();
  const env = environment(pool, port);
  await pool.query(`create database ${DATABASE}`);
  const cwd = HOME;
  execFileSync(process.execPath, [ENTRY, 'bootstrap'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await seed(DATABASE);
  // Registers the collection as Directus' own screens do: with activity and revisions, its kind of audit.
  await run(
    DATABASE,
    `insert into directus_collections (collection, accountability) values ('${table}', 'all')`,
  );
  const child = spawn(process.execPath, [ENTRY, 'start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(10_000)]);
    child.kill('SIGKILL');
  };
  try {
    await waitReady(url, child, () => text);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
