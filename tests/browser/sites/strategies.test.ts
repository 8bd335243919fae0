/** A strategy is entered on its grid, refused if it exceeds a limit, approved by a second person, and shown (S8). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makeStorage, strategyBody, TWO_PEAKS } from '../../support/devices/storage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a draft that exceeds a limit names its block; corrected, it is validated, approved and shown', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const drawer = await makePerson(server, [tenant], { role: 'engineering' });
  const boss = await login(server, chief.username, PASSWORD);
  const engineer = await login(server, drawer.username, PASSWORD);
  const site = await makeStorage(boss, 'STR');
  const blocks = TWO_PEAKS.map((block) => ((block.power ?? 0) > 0 ? { ...block, power: 600 } : block));
  const { id } = await engineer.call('strategyConfigCreate', { body: strategyBody(site, blocks) });

  const page = await openPage(server, { allow: [/422/] });
  const account = { username: drawer.username, password: PASSWORD };
  await signIn(page, server, account, `/main/ems/map/storeEnergy/strategyConf/${id}`);
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await page
    .getByText(/Block 3 \(18:00\).*600/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  const day = form.getByRole('group', { name: 'Blocks' });
  const picture = day.locator('svg[data-drag]');
  await picture.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await picture.boundingBox())!;
  // A click selects the whole block, and a drag selects the time that it covers.
  await page.mouse.click(x + (20 / 24) * width, y + height / 2);
  const value = day.getByRole('spinbutton', { name: 'Value' });
  await expect.poll(() => value.inputValue()).toBe('600.0');
  await value.fill('78');
  await day.getByRole('button', { name: 'Set', exact: true }).click();
  await page.mouse.move(x + (8.1 / 24) * width, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + (9.9 / 24) * width, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await value.fill('5');
  await day.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => day.locator('tr[data-entry]').count()).toBe(6);
  await day.getByRole('button', { name: 'Undo the last step' }).click();
  await expect.poll(() => day.locator('tr[data-entry]').count()).toBe(4);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await engineer.call('strategyConfigGet', { path: { id } })).blocks)
    .toEqual(TWO_PEAKS);
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await expect
    .poll(async () => (await engineer.call('strategyConfigGet', { path: { id } })).state)
    .toBe('validated');

  const validated = await engineer.call('strategyConfigGet', { path: { id } });
  const path = { entity: 'strategyConfig', id };
  await engineer.call('recordSubmit', { path, body: { version: validated.version } });
  const { records } = await boss.call('approvalPending', { query: { entity: 'strategyConfig' } });
  const request = { path: { id: records[0]?.id ?? 0 } };
  const detail = await boss.call('approvalDetail', request);
  await boss.call('approvalAgree', {
    ...request,
    body: { version: detail.request.version, comment: 'checked' },
  });
  await page.goto('/main/ems/map/storeEnergy/chartgingStrategy?station=STR');
  await page.getByRole('img', { name: 'Strategy of a day' }).first().waitFor();
  const grid = page.getByRole('list', { name: 'Blocks' });
  await grid.waitFor();
  expect(await grid.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('-87.5 kW'),
    expect.stringContaining('0.0 kW'),
    expect.stringContaining('78.0 kW'),
    expect.stringContaining('0.0 kW'),
  ]);
});
