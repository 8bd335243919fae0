/** Tests share browser windows. A test leaves nothing in a window for the next test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClock, openPage } from '../../support/browser/browser.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

describe('a window whose clock was set', () => {
  const HOUR_MS = 3_600_000;

  it('uses the clock of its test', async () => {
    const page = await openPage(server);
    await installClock(page);
    const before = await page.evaluate(() => Date.now());
    await page.clock.fastForward(HOUR_MS);
    expect(await page.evaluate(() => Date.now())).toBeGreaterThanOrEqual(before + HOUR_MS);
  });

  it('is not reused by the next test', async () => {
    const page = await openPage(server);
    expect(await page.evaluate(() => String(Date.now))).toContain('[native code]');
  });
});
