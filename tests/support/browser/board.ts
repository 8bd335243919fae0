/** Opens the board of a user's own station. */
import type { Page } from 'playwright';
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import type { Client } from '../calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, type TestServer } from '../server/server.ts';
import { makeSite, type Site, send } from '../telemetry/site.ts';
import { openPage, type PageOptions, signIn } from './browser.ts';

export const BOARD = '/main/ems/map/monitor/dashboard';
const EDITOR = ['*'];

export interface Stage {
  client: Client;
  site: Site;
  page: Page;
}

/** Opens a board of a new tenant with one station, for a user of this tenant. */
export async function openBoard(
  server: TestServer,
  widgets: BoardWidget[] = [],
  { permissions = EDITOR, ...options }: PageOptions & { permissions?: readonly string[] } = {},
): Promise<Stage> {
  const tenant = await makeTenant(server);
  const owner = await makePerson(server, [tenant], { permissions: EDITOR });
  const viewer = await makePerson(server, [tenant], { permissions });
  const client = await login(server, owner.username, PASSWORD);
  const site = await makeSite(client);
  await send(server.url, site.device, { power: 42.5 });
  if (widgets.length > 0) await save(client, site, widgets, 0);
  const page = await openPage(server, options);
  await signIn(page, server, { username: viewer.username, password: PASSWORD }, BOARD);
  await page.getByRole('toolbar', { name: TOOLBAR }).waitFor();
  return { client, site, page };
}

/** Returns a figure and a trend of one variable. */
export function figureAndTrend({ device, variable }: Site): BoardWidget[] {
  const deviceVar = [device.sn, variable.sn];
  return [
    {
      id: 'figure',
      type: 'keyData',
      version: 1,
      config: { name: 'Now', dataType: 'device_data', deviceValue: deviceVar },
    },
    {
      id: 'trend',
      type: 'trend',
      version: 1,
      config: { name: 'Trend', nodeInfo: [{ deviceVar, name: 'P' }] },
    },
  ];
}

export async function save(
  client: Client,
  { station }: Site,
  widgets: BoardWidget[],
  version: number,
): Promise<void> {
  const lg = widgets.map(({ id }, at) => ({
    i: id,
    x: (at * 6) % 24,
    y: Math.floor(at / 4) * 5,
    w: 6,
    h: 5,
  }));
  await client.call('kanbanSave', {
    body: { stationSn: station.sn, document: { version: 1, widgets, layouts: { lg } }, version },
  });
}

export const storedBoard = async ({ client, site }: Stage): Promise<DashboardDocument> =>
  (await client.call('kanbanGet', { path: { stationSn: site.station.sn } })).document as DashboardDocument;

export const figure = (id: string, name: string, textValue = 'text'): BoardWidget => ({
  id,
  type: 'keyData',
  version: 1,
  config: { name, dataType: 'text', textValue },
});
export const item = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`);
export const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  page.getByRole('button', { name });
export const said = (page: Page) => page.locator('[data-announcer]').innerText();

/** Tests build boards in both languages. */
const TOOLBAR = /^(看板工具栏|Board toolbar)$/;
const EDIT = /^(编辑看板|Edit board)$/;

export async function edit(page: Page): Promise<void> {
  await button(page, EDIT).click();
}
