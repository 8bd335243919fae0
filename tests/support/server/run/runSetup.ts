/**
 * Test files with servers share a folder, a PostgreSQL with a database for each server, and templates. A template is
 * created on the first request of a run. Creating it again for every server would take longer than most test files.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { dataFolder, embeddedFolder, type Folder } from '../folders.ts';
import { EXTERNAL, RUN_DATABASE } from '../postgres/databases.ts';
import { RUN_HOME } from './runHome.ts';
import type { StartedRun } from './runKeeper.ts';
import { TEMPLATES, type Template } from './templates.ts';

/** Starts the process that manages the folder and the PostgreSQL of the run. Returns a function that ends it. */
async function startKeeper(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'runKeeper.ts')], {
    // Uses a separate process group, so that Ctrl-C in the terminal reaches only the run, which ends first.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (typeof line !== 'string') throw new Error('the PostgreSQL of the tests does not start');
  const { home, url } = JSON.parse(line) as StartedRun;
  process.env[RUN_HOME] = home;
  if (url) process.env[RUN_DATABASE] = url;
  return async () => {
    delete process.env[RUN_HOME];
    delete process.env[RUN_DATABASE];
    child.stdin.end();
    await ended;
  };
}

async function makeTemplate(kind: Template): Promise<Folder> {
  const folder = await (kind === 'embedded' ? embeddedFolder() : dataFolder());
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'template.ts'), folder.path, kind]);
  return folder;
}

/**
 * Serves the folder of each template at an address, and creates the template on the first request. Returns a function
 * that ends this. Outside of a run, a template has its embedded PostgreSQL, like the servers that begin with a copy
 * of it.
 */
export async function offerTemplates(): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<Folder>>();
  const server = createServer((request, response) => {
    const kind = (request.url ?? '').slice(1);
    const making = made.get(kind) ?? makeTemplate(kind as Template);
    made.set(kind, making);
    making.then(
      ({ path }) => response.end(path),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  process.env[TEMPLATES] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[TEMPLATES];
    server.close();
    for (const making of made.values()) await making.then(({ remove }) => remove()).catch(() => {});
  };
}

/** Starts all of this for the child processes, unless it is already running. Returns a function that ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  // An external PostgreSQL does not contain the databases of a run.
  if (process.env[TEMPLATES] && !EXTERNAL) return async () => {};
  const endKeeper = await startKeeper();
  const endTemplates = await offerTemplates();
  return async () => {
    await endTemplates();
    await endKeeper();
  };
}
