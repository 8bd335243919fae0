/** An empty list explains how it is filled, and offers the action to users with the permission. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

async function openAs(permissions: string[], address: string): Promise<Page> {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions });
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, address);
  return page;
}
const state = (page: Page) => page.getByRole('status').filter({ hasText: 'yet' });

it('explains what fills it, with a link', async () => {
  const page = await openAs(['leave:*'], '/main/apply/leave');
  await state(page)
    .getByText('No leave yet. Enter the dates to apply. The progress is shown here.')
    .waitFor();
  await state(page).getByRole('button', { name: 'New leave application' }).waitFor();
});

it('offers nothing to read-only users', async () => {
  const page = await openAs(['customer:list'], '/main/appliance/customer');
  await state(page).getByText('You have no permission to create records.').waitFor();
  expect(await state(page).getByRole('button').count()).toBe(0);
});
