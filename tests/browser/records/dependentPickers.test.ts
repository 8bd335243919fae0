/** A picker offers only records that match the fields that it depends on. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

const RULES = '/main/ems/map/warning/trigger';
const LABELS = '/main/ems/map/configuration/energySetting/labels';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

async function openRules(
  address: string,
  prepare: (client: Client, sites: Site[]) => Promise<unknown> = async () => undefined,
) {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], {
    role: 'operator',
    permissions: [
      'alarmGenerater:*',
      'energyLabel:*',
      'energyType:*',
      'station:*',
      'device:*',
      'deviceVariable:*',
    ],
  });
  const client = await login(server, username, PASSWORD);
  const sites: Site[] = [await makeSite(client), await makeSite(client)];
  await prepare(client, sites);
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, address);
  await page.getByRole('main').getByRole('region').first().waitFor();
  return { page, client, sites };
}

const picker = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, field: string, option: string): Promise<void> {
  const named = page.getByTitle(option, { exact: true }).filter({ visible: true });
  const before = await named.count();
  await picker(page, field).click();
  await expect.poll(() => named.count()).toBeGreaterThan(before);
  await named.last().click();
}

describe('a picker that depends on another field', () => {
  it('waits for it, offers matching records, and is cleared when it changes', async () => {
    const { page, sites } = await openRules(RULES);
    const [here, there] = sites as [Site, Site];
    await page.getByRole('combobox', { name: 'Selected station' }).click();
    await page.getByText('All stations', { exact: true }).last().click();
    await page.getByRole('button', { name: 'New alarm rule' }).first().click();
    await picker(page, 'Variable').click();
    await page.getByText('Choose the Station first').waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Station', here.station.name);
    await picker(page, 'Variable').click();
    const offered = page.getByTitle('Power · Meter · kW', { exact: true });
    await offered.first().waitFor();
    expect(await offered.count()).toBe(1);
    await offered.click();
    await choose(page, 'Station', there.station.name);
    await page.getByRole('textbox', { name: 'Rule name' }).fill('High');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Select Variable').waitFor();
  });

  it('shows at once a value that no longer matches, and blocks saving until it is corrected', async () => {
    const { page, client } = await openRules(LABELS, async (client, sites) => {
      const [here, there] = sites as [Site, Site];
      const { sn: deviceSn, id, version } = here.device;
      const meter = { deviceSn, code: 'energy', name: 'Energy', unit: 'kWh', kind: 'counter' };
      const { sn } = await client.call('deviceVariableCreate', {
        body: { ...meter, dataType: 'number' },
      });
      const type = await client.call('energyTypeCreate', {
        body: { name: 'Power', code: 'power', unit: 'kWh' },
      });
      const label = {
        stationSn: here.station.sn,
        energyTypeId: type.id,
        labelType: 'area',
        variables: [sn!],
      };
      await client.call('energyLabelCreate', { body: { name: 'Hall', ...label } });
      await client.call('deviceUpdate', { body: { id, version, stationSn: there.station.sn } });
    });
    await page.getByRole('button', { name: 'Actions for “Hall”' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const unfit = page.getByText('Linked variables: the choice does not match Station. Choose again.');
    await unfit.waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await unfit.count()).toBe(1);
    expect((await client.call('energyLabelPage', {})).records[0]?.version).toBe(1);
  });
});
