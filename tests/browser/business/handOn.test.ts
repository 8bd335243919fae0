/** A person left. Another user hands over their records by kind, each to a colleague, and reads the result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenant: number;
let chief: Person;
let boss: Client;

beforeAll(async () => {
  server = await sharedServer();
  tenant = await makeTenant(server);
  chief = await makePerson(server, [tenant], { permissions: ['*'], name: 'Chief Zhang' });
  boss = await login(server, chief.username, PASSWORD);
});
afterAll(() => server?.stop());

/** Creates a person with two customers and a quote, who then left. */
async function leaver(name: string): Promise<Person> {
  const person = await makePerson(server, [tenant], { role: 'sales', name });
  await makeDept(server, tenant, chief.userId, [person.userId]);
  const client = await login(server, person.username, PASSWORD);
  for (const place of ['North', 'South']) {
    const { id } = await client.call('customerCreate', { body: { name: `${place} of ${name}` } });
    if (place === 'South')
      await client.call('saveQuote', {
        body: { name: 'Storage', customerId: id, lines: [{ item: 'Cabinet', price: '10.00', taxRate: 0 }] },
      });
  }
  await changeRows(server, 'user', { id: person.userId }, { status: 'inactive' });
  return person;
}

async function open(address: string, options: PageOptions = {}) {
  const page = await openPage(server, options);
  await signIn(page, server, { username: chief.username, password: PASSWORD }, address);
  return page;
}

describe('the records of a user who left', () => {
  it('are found in lists by the user who hands them over', async () => {
    await leaver('Wei Gone');
    await boss.call('customerCreate', { body: { name: 'Of the chief' } });
    const page = await open('/main/appliance/customer');
    await recordLinks(page).filter({ hasText: 'Of the chief' }).waitFor();
    await page.getByRole('switch', { name: 'Without owner' }).click();
    await recordLinks(page).filter({ hasText: 'Of the chief' }).waitFor({ state: 'detached' });
    await recordLinks(page).filter({ hasText: 'North of Wei Gone' }).waitFor();
    expect(new URL(page.url()).searchParams.get('unowned')).toBe('1');
  });

  it.each([
    { theme: 'default', width: 1440 },
    { theme: 'dark', width: 390 },
  ] as const)('goes on to others by one dialog, kind by kind: $theme, $width', async (look) => {
    const name = `Lin ${look.width}`;
    const gone = await leaver(name);
    const heirs = [`Mei ${name}`, `Tan ${name}`];
    const ids: number[] = [];
    for (const heir of heirs)
      ids.push((await makePerson(server, [tenant], { role: 'sales', name: heir })).userId);
    const page = await open(`/main/operation/user?q=${encodeURIComponent(gone.username)}`, look);
    await page.getByRole('button', { name: `Actions for “${name}”` }).click();
    await page.getByRole('menuitem', { name: 'Offboarding handover' }).click();
    const dialog = page.getByRole('dialog');
    const customers = dialog.getByLabel('Customer · 2');
    await customers.fill(heirs[0]!);
    await offer(page, heirs[0]!).click();
    // The receiver of the first kind is proposed for the others, and may be changed.
    const quotes = dialog.getByLabel('Quote · 1');
    await dialog.getByText(heirs[0]!).nth(1).waitFor();
    await quotes.fill(heirs[1]!);
    await offer(page, heirs[1]!).click();
    await dialog.getByLabel('Reason').fill('2026-11');
    await keepPicture(page, `handOn-${look.theme}-${look.width}`);
    await dialog.getByRole('button', { name: 'Start handover', exact: true }).click();
    await dialog.getByText('Customer: 2 handed over').waitFor();
    await dialog.getByText('Quote: 1 handed over').waitFor();
    await keepPicture(page, `handedOn-${look.theme}-${look.width}`);
    const owned = async (id: number) =>
      Object.fromEntries(
        (await boss.call('userOwned', { path: { id } })).map(({ entity, count }) => [entity, count]),
      );
    expect([await owned(gone.userId), await owned(ids[0]!), await owned(ids[1]!)]).toEqual([
      ...[{}, { customer: 2 }, { quote: 1 }],
    ]);
  });
});
