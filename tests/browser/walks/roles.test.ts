/** S16: each seeded role except the administrator opens every page that it is offered. No call is refused. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../../generated/pages.ts';
import { isWalked } from '../../run/rotation.ts';
import { rememberStation } from '../../support/browser/session.ts';
import { launchBrowser, openTab, signInTab } from '../../support/browser/tab.ts';
import { makePerson, makeTenant, PASSWORD, SEEDED_ROLES } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

/** Pages with an address of their own. Addresses with a parameter are opened from a record. */
const opened = new Map(
  pages
    .filter(({ kind, route }) => !['redirect', 'tabs', 'link'].includes(kind) && !route.includes(':'))
    .filter(({ name, entity = '' }) => isWalked(name, [name, entity]))
    .map((page) => [page.name, page]),
);

/** An administrator holds every permission, so that no page can refuse a call. */
const ROLES = SEEDED_ROLES.filter((role) => role !== 'administrator');

let server: TestServer;
let browser: Browser;
let tenant: number;
let station: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([sharedServer(), launchBrowser()]);
  tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  station = (await makeSite(await login(server, username, PASSWORD))).station.sn!;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.each(ROLES)('the role %s', (role) => {
  it('opens each page that it is offered', async () => {
    const { username } = await makePerson(server, [tenant], { role });
    const client = await login(server, username, PASSWORD);
    const offered = (await client.call('getUserMenu')).filter(({ name }) => opened.has(name));
    expect(offered).not.toEqual([]);
    const tab = await openTab(browser, server.url);
    await rememberStation(tab.page, tenant, station);
    await signInTab(tab, username, PASSWORD);
    const refused: Record<string, string[]> = {};
    for (const { name, route } of offered) {
      await tab.visit(route);
      const calls = tab.complaints().filter((text) => /answered 40[13]/.test(text));
      if (calls.length > 0) refused[name] = calls;
    }
    expect(refused).toEqual({});
    await tab.context.close();
  });
});
