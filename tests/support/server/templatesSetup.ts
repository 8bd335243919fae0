/** Each template is made when it is asked for first, and once a run: anew for every server, it would take longer than most test files. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXTERNAL } from './external.ts';
import { type Folder, memoryFolder } from './folders.ts';
import { TEMPLATES } from './templates.ts';

async function makeTemplate(kind: string): Promise<Folder> {
  const folder = await memoryFolder();
  // A run that is broken off leaves nothing in memory.
  process.once('exit', () => rmSync(folder.path, { recursive: true, force: true }));
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'template.ts'), folder.path, kind]);
  return folder;
}

/** Offers templates to all processes that this one starts, unless they are offered already; answers how to end that. */
export default async function setup(): Promise<() => Promise<void>> {
  // Another PostgreSQL has none of the databases that were made for the embedded one.
  if (process.env[TEMPLATES] && !EXTERNAL) return async () => {};
  const made = new Map<string, Promise<Folder>>();
  const server = createServer((request, response) => {
    const kind = (request.url ?? '').slice(1);
    const making = made.get(kind) ?? makeTemplate(kind);
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
