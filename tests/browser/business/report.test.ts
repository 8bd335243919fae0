import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('shows figures over one period to users who may list the counted records', async () => {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], {
    permissions: ['customer:list', 'customer:create'],
  });
  const seller = await login(server, username, PASSWORD);
  const sources = { Harbour: 'companyResource', Mill: 'companyResource', Quarry: 'tenderPlatform' };
  for (const [name, source] of Object.entries(sources))
    await seller.call('customerCreate', { body: { name, source } });
  const page = await openPage(server);
  await signIn(page, server, { username, password: PASSWORD }, '/main/appliance/alluser-center');

  const origins = page.getByRole('region', { name: 'Customer sources' });
  await expect.poll(() => origins.getByRole('listitem').allInnerTexts()).toHaveLength(2);
  expect((await origins.getByRole('listitem').first().innerText()).split('\n').join(' ')).toMatch(
    /^1 Company resource or strategic cooperation( · CNY)? 2/,
  );
  const figures = page.getByRole('region', { name: 'Customers', exact: true });
  await expect.poll(() => figures.innerText()).toMatch(/Customers\s+3\s+a year earlier 0/);
  // This user may not list alarms and work orders.
  expect(await page.getByRole('region', { name: 'Alarms by day' }).count()).toBe(0);

  await page.getByText('Nothing', { exact: true }).click();
  await expect.poll(() => figures.innerText()).not.toMatch(/a year earlier/);
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByTitle('Last month').click();
  await expect.poll(() => origins.innerText()).toMatch(/No records in this period/);
});
