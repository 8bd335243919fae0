import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import { sharedBoardPath } from '../../../runtime/board/widget/sharedAddress.ts';
import { button, figureAndTrend, openBoard, save } from '../../support/browser/board.ts';
import { openPage } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('shows a board to anyone who has its link, until the link is revoked', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  const client = await login(server, username, PASSWORD);
  const site = await makeSite(client);
  const { station, device } = site;
  const widgets: BoardWidget[] = [
    ...figureAndTrend(site),
    { id: 'map', type: 'stationMap', version: 1, config: {} },
    { id: 'here', type: 'stationMap', version: 1, config: { stations: 'this' } },
  ];
  const stationSn = station.sn;
  await save(client, site, widgets, 0);
  await send(server.url, device, { power: 42.5 });
  const { token, share } = await client.call('boardShareCreate', { body: { stationSn, hours: 1 } });

  const page = await openPage(server, { allow: [/status of 404/] });
  // Simulates a user who is signed in here.
  await page.context().addCookies([
    { name: 'EMS-user', value: '1', url: server.url },
    { name: 'EMS-token', value: 'secret', url: server.url },
  ]);
  const sent: Record<string, string>[] = [];
  page.on('request', async (request) => {
    if (request.resourceType() === 'fetch') sent.push(await request.allHeaders());
  });
  await page.goto(sharedBoardPath(token));
  await page.locator('[data-widget=figure]').getByText('42.5').first().waitFor();
  await page.locator('[data-widget=map]').getByText('Not part of this link').waitFor();
  await page.locator('[data-widget=here]').getByText('has a location').waitFor();
  await page.getByRole('heading', { level: 1, name: station.name }).waitFor();
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter(({ cookie, authorization }) => cookie ?? authorization)).toEqual([]);

  await client.call('boardShareRevoke', { path: { id: share.id } });
  await page.getByRole('button', { name: /Time range/ }).click();
  await page.getByRole('button', { name: 'Last month' }).click();
  await page.getByRole('alert').getByText('This link was revoked').waitFor();
  await page.reload();
  await page.getByRole('alert').getByText('This link is no longer valid').waitFor();
  expect(new URL(page.url()).pathname).toBe(sharedBoardPath(token));
});

it('creates a link, shows its address once, and revokes it', async () => {
  const { page, client, site } = await openBoard(server, [
    { id: 'a', type: 'keyData', version: 1, config: { name: 'A', dataType: 'text', textValue: 'shown' } },
  ]);
  await button(page, 'More').first().click();
  await page.getByRole('menuitem', { name: /Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share by link' });
  await dialog.getByText('This board has no active link').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  const guest = await openPage(server);
  await guest.goto(address);
  await guest.getByText('shown').first().waitFor();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('This board has no active link').waitFor();
  expect(await client.call('boardShares', { query: { stationSn: site.station.sn! } })).toEqual([]);
});
