/** A shared board is shown within a page of another site, if a setting allows that site. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedBoardPath } from '../../../runtime/board/widget/sharedAddress.ts';
import { figureAndTrend, save } from '../../support/browser/board.ts';
import { openPage } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { freePort } from '../../support/server/port.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
const sites: Server[] = [];
afterAll(async () => {
  for (const site of sites) site.close();
  await server?.stop();
});

/** Opens a site that shows an address of the server in a frame. `localhost` is another site than 127.0.0.1. */
async function openSite(port: number, framed: () => string): Promise<string> {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(
      `<title>Other</title><link rel="icon" href="data:,"><iframe src="${framed()}" width="900" height="600">`,
    );
  });
  sites.push(site);
  await new Promise<void>((done) => site.listen(port, 'localhost', done));
  return `http://localhost:${port}`;
}

let framed = '';
let allowed = '';
let stranger = '';
beforeAll(async () => {
  const port = await freePort();
  allowed = await openSite(port, () => framed);
  stranger = await openSite(await freePort(), () => framed);
  server = await startServer({ env: { WATTDECK_EMBED_ORIGINS: allowed } });
});

it('is shown there only, and no other page can be embedded', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  const client = await login(server, username, PASSWORD);
  const site = await makeSite(client);
  await save(client, site, figureAndTrend(site), 0);
  await send(server.url, site.device, { power: 42.5 });
  const { token } = await client.call('boardShareCreate', { body: { stationSn: site.station.sn, hours: 1 } });
  framed = `${server.url}${sharedBoardPath(token)}`;

  const page = await openPage(server);
  await page.goto(allowed);
  await page.frameLocator('iframe').locator('[data-widget=figure]').getByText('42.5').first().waitFor();

  const refused = /frame-ancestors|Framing|chrome-error|Refused to (display|frame)/;
  // For a refused page, the browser shows an error page that has no storage.
  const allow = [refused, /SecurityError: .*localStorage/];
  const elsewhere = await openPage(server, { allow });
  const blocked = elsewhere.waitForEvent('console', (message) => refused.test(message.text()));
  await elsewhere.goto(stranger);
  expect((await blocked).text()).toContain(server.url);
  framed = `${server.url}/login`;
  const again = elsewhere.waitForEvent('console', (message) => refused.test(message.text()));
  await elsewhere.goto(allowed);
  expect((await again).text()).toContain(server.url);
});
