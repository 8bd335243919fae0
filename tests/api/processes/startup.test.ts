import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isProcessAlive,
  postmasterPid,
  type ServerProcess,
  spawnServer,
} from '../../support/server/process.ts';
import { embeddedFolder, login, startedEmbedded } from '../../support/server/server.ts';

const started: ServerProcess[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const one of started.splice(0)) {
    one.child.kill('SIGTERM');
    await one.ended;
  }
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function folder(make = embeddedFolder): Promise<string> {
  const { path, remove } = await make();
  cleanups.push(remove);
  return path;
}

function start(dataDir: string, env: Record<string, string> = {}): ServerProcess {
  const server = spawnServer(dataDir, { env });
  started.push(server);
  return server;
}

/** Returns the exit code and the printed lines. */
async function failure(server: ServerProcess): Promise<[number | string, string[]]> {
  const code = await server.ended;
  return [code, server.output().trim().split('\n')];
}

async function occupyPort(): Promise<number> {
  const occupier: Server = createServer();
  await new Promise<void>((done) => occupier.listen(0, '127.0.0.1', done));
  cleanups.push(() => new Promise((done) => occupier.close(done)));
  const address = occupier.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('a start that is impossible prints one line and exits with 1', () => {
  // The other wrong settings are refused by the same function, which is tested without a process.
  it.each([
    ['WATTDECK_PORT', 'eighty', /WATTDECK_PORT must be a port/],
    ['DATABASE_URL', 'postgres://u:secret@127.0.0.1:1/x', /the database at 127\.0\.0\.1:1 cannot be reached/],
  ])('%s=%s', async (name, value, message) => {
    const [code, lines] = await failure(start(await folder(), { [name]: value }));
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(message);
    expect(lines[0]).not.toContain('secret');
  });

  it('a taken port', async () => {
    const port = await occupyPort();
    const dataDir = await folder(startedEmbedded);
    const [code, lines] = await failure(start(dataDir, { WATTDECK_PORT: String(port) }));
    expect([code, lines]).toEqual([
      1,
      [`Wattdeck: port ${port} on 127.0.0.1 is already in use; set WATTDECK_PORT to another`],
    ]);
    expect(() => postmasterPid(dataDir)).toThrow();
  });

  it.each([
    ['WATTDECK_MQTT_PORT', 'the MQTT port'],
    ['WATTDECK_PORT', 'port'],
  ])('a taken port in the first start, which makes nothing before it: %s', async (setting, name) => {
    const port = await occupyPort();
    const dataDir = await folder();
    const env = { WATTDECK_ADMIN_PASSWORD: '' };
    const [code, lines] = await failure(start(dataDir, { ...env, [setting]: String(port) }));
    expect([code, lines]).toEqual([
      1,
      [`Wattdeck: ${name} ${port} on 127.0.0.1 is already in use; set ${setting} to another`],
    ]);
    // The next start is still the first one, so it prints a password.
    const next = start(dataDir, env);
    await next.ready();
    await expect.poll(() => next.output()).toMatch(/admin +\S{8,} /);
    expect(next.output()).not.toContain('password as set before');
  });

  it('a data folder that is a file', async () => {
    const path = join(await folder(), 'file');
    await writeFile(path, '');
    const [code, lines] = await failure(start(path));
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/the data folder .* cannot be made/);
  });

  it('a data folder in use', async () => {
    const dataDir = await folder(startedEmbedded);
    await start(dataDir).ready();
    const [code, lines] = await failure(start(dataDir));
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/the data folder .* is in use by another server \(process \d+\)/);
  });
});

describe('start and stop', () => {
  it('prints the address and the accounts, a generated password only at the first start', async () => {
    const dataDir = await folder();
    const first = start(dataDir, { WATTDECK_ADMIN_PASSWORD: '' });
    const url = await first.ready();
    await expect.poll(() => first.output()).toMatch(/admin +\S{8,}/);
    const password = /admin +(\S+)/.exec(first.output())?.[1] ?? '';
    await login({ url }, 'admin', password);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);

    const second = start(dataDir, { WATTDECK_ADMIN_PASSWORD: '' });
    await login({ url: await second.ready() }, 'admin', password);
    expect(second.output()).not.toContain(password);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s also stops the database and leaves no lock', async (signal) => {
    const dataDir = await folder(startedEmbedded);
    const server = start(dataDir);
    await server.ready();
    const postmaster = postmasterPid(dataDir);
    server.child.kill(signal);
    expect(await server.ended).toBe(0);
    expect(isProcessAlive(postmaster)).toBe(false);
    await start(dataDir).ready();
  });

  it('a second Ctrl-C does not wait for a request that never ends', async () => {
    const dataDir = await folder(startedEmbedded);
    const server = start(dataDir);
    const { hostname, port } = new URL(await server.ready());
    const postmaster = postmasterPid(dataDir);
    const hanging = connect(Number(port), hostname).on('error', () => {});
    // The server sends "100 Continue" after it has accepted the request.
    const begun = once(hanging, 'data');
    hanging.write('POST /manager/user/pclogin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
    hanging.write('expect: 100-continue\r\ncontent-length: 100\r\n\r\n{');
    await begun;
    const requestedAt = Date.now();
    const interrupt = () => server.child.kill('SIGINT');
    interrupt();
    // Further signals within a second count as the same Ctrl-C, because npm forwards it. They change nothing.
    const again = setInterval(interrupt, 100);
    expect(await server.ended).toBe(130);
    clearInterval(again);
    expect(Date.now() - requestedAt).toBeGreaterThanOrEqual(1_000);
    await expect.poll(() => isProcessAlive(postmaster)).toBe(false);
  });
});
