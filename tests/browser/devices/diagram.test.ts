/** A wiring diagram is drawn without a pointer and saved. It then shows what is under voltage (S4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import type { Client } from '../../support/calls/client.ts';
import { readAnswer } from '../../support/calls/operations.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;
let site: Site;
let stateSn: string;
let account: { username: string; password: string };
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  account = { username, password: PASSWORD };
  boss = await login(server, username, PASSWORD);
  site = await makeSite(boss, 'SLD');
  const variable = { deviceSn: site.device.sn, dataType: 'number' as const, kind: 'gauge' as const };
  const made = await boss.call('deviceVariableCreate', {
    body: { ...variable, code: 'qf1', name: 'Position', unit: '' },
  });
  stateSn = made.sn ?? '';
});
afterAll(() => server?.stop());

async function open(path: string, allow: RegExp[] = []) {
  const page = await openPage(server, { allow });
  await signIn(page, server, account, `/main/ems/map/${path}`);
  return page;
}
const drawn = async () => {
  const [first] = await boss.call('deviceDiagramNames', { query: { stationSn: 'SLD' } });
  return boss.call('deviceDiagramGet', { path: { id: first?.id ?? 0 } });
};

describe('a wiring diagram', () => {
  it('is drawn by keyboard: symbols, their wires, undo', async () => {
    const page = await open('configuration/siteTopo');
    await page.getByText('This station has no diagram yet').waitFor();
    await page.getByRole('button', { name: 'New diagram' }).click();
    const palette = page.getByRole('toolbar', { name: 'Symbols' });
    for (const name of ['Add Grid', 'Add Breaker', 'Add Load']) {
      await palette.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    }
    const panel = (name: string) => page.getByRole('complementary', { name });
    const connect = async (from: string, to: string) => {
      await page.getByRole('button', { name: from }).focus();
      await page.getByRole('button', { name: from }).press('Enter');
      await panel(from.split(',')[0]!).getByRole('combobox', { name: 'Connect to' }).fill(to);
      await page.keyboard.press('Enter');
      await panel(from.split(',')[0]!).getByRole('button', { name: 'Connect', exact: true }).click();
    };
    await connect('QF, Breaker', 'Grid');
    await connect('QF, Breaker', 'Load');
    const wires = panel('QF').getByRole('region', { name: 'Wires' }).getByRole('listitem');
    await expect.poll(() => wires.count()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => wires.count()).toBe(1);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => wires.count()).toBe(2);
    await panel('QF').getByRole('combobox', { name: 'Position variable' }).fill('Position');
    await page.getByTitle('Meter / Position').click();
    await page.getByRole('textbox', { name: 'Name of the diagram' }).fill('10 kV');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The diagram was saved').waitFor();
    const { name, symbols, wires: stored } = await drawn();
    expect(name).toBe('10 kV');
    expect(symbols).toMatchObject([
      { kind: 'grid' },
      { kind: 'breaker', stateSn },
      { kind: 'load', name: 'Load' },
    ]);
    expect(stored).toHaveLength(2);
  });

  it('asks which drawing to keep if another user saved first', async () => {
    const page = await open('configuration/siteTopo', [/409/]);
    const name = page.getByRole('textbox', { name: 'Name of the diagram' });
    await name.fill('Mine');
    const { id, version, stationSn, symbols, wires } = await drawn();
    const theirs = { id, version, stationSn, name: 'Theirs', symbols, wires };
    await readAnswer(boss, 'deviceDiagramSave', { body: { ...theirs } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Another user saved this diagram' });
    await dialog.getByRole('button', { name: 'Use the other version' }).click();
    await expect.poll(() => name.inputValue()).toBe('Theirs');
    await name.fill('10 kV');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await drawn()).name).toBe('10 kV');
  });

  it('shows parts under voltage, and parts that an open breaker would disconnect', async () => {
    await send(server.url, site.device, { qf1: 1, power: 42 });
    const page = await open('monitor/topology');
    await page.getByRole('button', { name: 'Load, Load, Live' }).waitFor();
    await page.goto('/main/ems/map/monitor/topologica');
    await page.getByRole('combobox', { name: 'Symbols without supply if a breaker opens' }).fill('QF');
    await page.keyboard.press('Enter');
    await page.getByText('Without supply: Load').waitFor();
    await send(server.url, site.device, { qf1: 0, power: 0 });
    await page.goto('/main/ems/map/monitor/topology');
    await page.getByRole('button', { name: 'Load, Load, Dead' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    expect((await saved).suggestedFilename()).toBe('10 kV.svg');
  });
});
