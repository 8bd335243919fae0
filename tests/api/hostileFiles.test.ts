/** Files that mean it ill, sent to a server that is a process of its own: nobody else waits for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, error_answer } from '../../server/http/errors.ts';
import { jobEnd, upload } from '../support/excel.ts';
import { HOSTILE_BOOKS } from '../support/hostileBooks.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { ApiFailure, type Client, login, startedFolder } from '../support/server.ts';

/** What anybody may be kept waiting, as the platform promises. */
const MAX_WAIT_MS = 500;
const ASK_MS = 20;

let server: ServerProcess;
let url: string;
let admin: Client;
let folder: Awaited<ReturnType<typeof startedFolder>>;

beforeAll(async () => {
  folder = await startedFolder();
  server = spawnServer(folder.path);
  url = await server.ready();
  admin = await login({ url });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await folder.remove();
});

/** The longest that a question about the server's health waited meanwhile. */
async function longestWait<T>(work: Promise<T>): Promise<{ longest: number; result: T }> {
  let going = true;
  const settled = work.finally(() => {
    going = false;
  });
  settled.catch(() => {});
  let longest = 0;
  while (going) {
    const begun = performance.now();
    const { status } = await fetch(`${url}/healthz`);
    expect(status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
    await sleep(ASK_MS);
  }
  return { longest, result: await settled };
}

const refusal = (run: Promise<unknown>): Promise<ApiFailure | null> =>
  run.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiFailure) return error;
      throw error;
    },
  );

/** What a book that is read is refused with: it holds no device and no customer. */
const expected = (name: string): string | undefined => {
  const key = HOSTILE_BOOKS[name]?.key;
  return key && error_answer(new AppError(key), 'en').body.msg;
};

describe('a workbook that has', () => {
  // A machine that does much else at the time may keep anybody waiting: then it is tried again.
  it.for(Object.keys(HOSTILE_BOOKS))('%s makes nobody wait', { retry: 3 }, async (name) => {
    const bytes = await HOSTILE_BOOKS[name]!.make();
    const asked = { headers: { 'accept-language': 'en' } };
    const devices = await longestWait(
      refusal(admin.call('deviceImport', { ...asked, query: { dryRun: true }, form: upload(bytes) })),
    );
    expect(devices.longest).toBeLessThan(MAX_WAIT_MS);
    const customers = await longestWait(
      admin
        .call('recordImportCheck', { ...asked, path: { entity: 'customer' }, form: upload(bytes) })
        .then((job) => jobEnd(admin, job)),
    );
    expect(customers.longest).toBeLessThan(MAX_WAIT_MS);
    const msg = expected(name);
    if (msg === undefined) return;
    expect(devices.result).toMatchObject({ status: 400, msg });
    expect(customers.result).toMatchObject({ status: 'failed', error: msg });
  });
});
