/**
 * `npm run test:browsers`: all pages, building a board and filling in a form, in browsers that Playwright does not
 * include.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pages } from '../../generated/pages.ts';
import { TEST_LANG } from '../support/browser/language.ts';
import type { Client } from '../support/calls/client.ts';
import { needs } from '../support/server/needs.ts';
import { WAIT_MS } from '../support/server/patience.ts';
import { ADMIN, login, startServer, type TestServer } from '../support/server/server.ts';
import type { Drive } from './drive.ts';
import { firefox } from './firefox.ts';
import { createHand, type Hand } from './hand.ts';
import { webkit } from './webkit.ts';

const opened = pages.filter(
  ({ kind, route }) => !['redirect', 'tabs', 'link'].includes(kind) && !route.includes(':'),
);
const BOARD = '/main/ems/map/monitor/dashboard';
const CUSTOMERS = '/main/appliance/customer';
const SOURCE = { value: 'tenderPlatform', label: 'Tender platforms' };

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ demo: true });
  client = await login(server);
  await client.call('updateInfoData', { body: { lang: TEST_LANG } });
});
afterAll(() => server?.stop());

/** Follows an address the way a link does; runs in the page. */
function follow(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Returns the heading of a page, or null while the page waits. Runs in the page. */
function lookAt(name: string): { heading: string } | null {
  const page = document.querySelector(`[data-page="${name}"]`);
  const waiting = [...document.querySelectorAll('[aria-busy="true"]')].some((one) => one.checkVisibility());
  const heading = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
  return page && !waiting ? { heading: heading?.innerText.trim() ?? '' } : null;
}

async function signIn(drive: Drive, hand: Hand): Promise<void> {
  // Opens a file that loads nothing more. A page that is left while its scripts load reports errors.
  await drive.open(`${server.url}/favicon.svg`);
  await drive.run((lang) => localStorage.setItem('EMS-lang', lang), TEST_LANG);
  await drive.open(`${server.url}/login`);
  await hand.stands('input[name=username]');
  await hand.fill('User name', ADMIN.username);
  await hand.fill('Password', ADMIN.password);
  await hand.press('button', 'Sign in');
  await hand.stands('#main');
}

for (const kind of [firefox, webkit]) {
  const missing = kind.missing();

  describe(`in ${kind.name}`, needs(!missing, String(missing)), () => {
    let drive: Drive;
    let hand: Hand;
    beforeAll(async () => {
      drive = await kind.launch();
      console.log(`driving ${drive.about}`);
      hand = createHand(drive);
      await signIn(drive, hand);
    });
    afterAll(() => drive?.close());

    it('every page opens without an error', async () => {
      const faults: string[] = [];
      for (const { name, route } of opened) {
        await drive.run(follow, route);
        const seen = await vi
          .waitUntil(() => drive.run(lookAt, name), { timeout: WAIT_MS, interval: 100 })
          .catch(() => null);
        if (!seen) faults.push(`${name}: does not come to rest`);
        else if (!seen.heading) faults.push(`${name}: has no heading`);
        faults.push(...(await drive.complaints()).map((text) => `${name}: ${text}`));
      }
      expect(faults).toEqual([]);
    });

    it('a board is created, saved, and loaded again', async () => {
      const [station] = (await client.call('stationPage')).records;
      const { id } = await client.call('boardCreate', { body: { name: kind.name, visibility: 'private' } });
      const address = `${server.url}${BOARD}?station=${station!.sn}&board=${id}`;
      await drive.open(address);
      await hand.press('button', 'Add a widget');
      await hand.fill('Search widgets', 'Key data');
      await hand.press('button', 'Key data');
      await hand.fill('Text', `Built in ${kind.name}`);
      await hand.press('button', 'Apply');
      await hand.press('button', 'Close');
      await hand.press('button', 'Save board');
      await hand.sees('Board saved');
      await drive.open(address);
      await hand.sees(`Built in ${kind.name}`);
      expect(await drive.complaints()).toEqual([]);
    });

    it('a form is filled in, and its record is in the list', async () => {
      await drive.open(`${server.url}${CUSTOMERS}`);
      await hand.press('button', 'New customer');
      await hand.fill('Customer name', `From ${kind.name}`);
      await hand.choose('Source', SOURCE.label);
      await hand.press('button', 'Save');
      await hand.sees('Saved');
      await hand.sees(`From ${kind.name}`);
      const { records } = await client.call('getCustomerList', { query: { search: `From ${kind.name}` } });
      expect(records).toEqual([expect.objectContaining({ name: `From ${kind.name}`, source: SOURCE.value })]);
      expect(await drive.complaints()).toEqual([]);
    });
  });
}
