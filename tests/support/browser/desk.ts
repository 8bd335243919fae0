/** The users of a trading company at their screens: sales, a colleague, the head of both, and finance. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../calls/client.ts';
import { later } from '../calls/operators.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, sharedServer, type TestServer } from '../server/server.ts';
import { openPage, type PageOptions, signIn } from './browser.ts';

export interface Seat extends Client {
  userId: number;
  username: string;
  /** Opens an address in a new window, in English. */
  open(address: string, options?: PageOptions): Promise<Page>;
}

interface People {
  server: TestServer;
  head: Seat;
  seller: Seat;
  colleague: Seat;
  finance: Seat;
}

/** Filled once the tests run. */
export interface Desk extends People {
  tenant(): number;
}

/** Creates a person of the tenant with a role or with permissions of their own. */
export async function seat(
  server: TestServer,
  tenant: number,
  name: string,
  access: { role?: string; permissions?: string[] },
): Promise<Seat> {
  const { username, userId } = await makePerson(server, [tenant], { name, ...access });
  const open = async (address: string, options: PageOptions = {}) => {
    const page = await openPage(server, { lang: 'en', ...options });
    await signIn(page, server, { username, password: PASSWORD }, address);
    return page;
  };
  return { ...(await login(server, username, PASSWORD)), userId, username, open };
}

export function serveDesk(): Desk {
  let desk: People & { tenant: number };
  beforeAll(async () => {
    const server = await sharedServer();
    const tenant = await makeTenant(server);
    const [head, seller, colleague, finance] = [
      await seat(server, tenant, 'Head Ho', { role: 'administrator' }),
      await seat(server, tenant, 'Ada Sales', { role: 'sales' }),
      await seat(server, tenant, 'Bo Sales', { role: 'sales' }),
      await seat(server, tenant, 'Fay Finance', { role: 'finance' }),
    ];
    await makeDept(server, tenant, head.userId, [seller.userId, colleague.userId]);
    desk = { server, tenant, head, seller, colleague, finance };
  });
  afterAll(() => desk?.server.stop());
  return {
    server: later(() => desk.server),
    tenant: () => desk.tenant,
    head: later(() => desk.head),
    seller: later(() => desk.seller),
    colleague: later(() => desk.colleague),
    finance: later(() => desk.finance),
  };
}

/** Saves the form of a dialog, which closes after saving. */
export async function saveForm(form: Locator, button = 'Save'): Promise<void> {
  await form.getByRole('button', { name: button, exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

/** Enters a date in a field and leaves the field. */
export async function fillDate(box: Locator, day: string): Promise<void> {
  await box.fill(day);
  await box.press('Tab');
}

/** Returns the day this number of days after today, in UTC. */
export const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Presses a button of a record, and the same button in the dialog that follows. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const question = page.getByRole('dialog', { name: `${name}?` });
  await question.getByRole('button', { name, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

/** Pastes cells of a spreadsheet into the field that has the focus. */
export async function pasteCells(page: Page, text: string): Promise<void> {
  await page.evaluate((cells) => {
    const data = new DataTransfer();
    data.setData('text/plain', cells);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
