/**
 * Opens the record with the most content of each entity on its page, and the form of each record with lines. No
 * errors may appear. No figure may be cut off on a desk, a tablet or a phone.
 */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';
import { pages } from '../../../generated/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import { en } from '../../../runtime/kit/i18n/en.ts';
import { isWalked } from '../../run/rotation.ts';
import { findCutFigures, TABLET_WIDTH } from '../../support/browser/cutFigures.ts';
import { launchBrowser, openTab, PHONE, signInTab, type Tab } from '../../support/browser/tab.ts';
import type { Client } from '../../support/calls/client.ts';
import { fullestRecords } from '../../support/records/fullest.ts';
import { needs } from '../../support/server/needs.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

/** The list page of each entity. */
const walked = pages.filter(
  ({ name, entity = '' }) => listPageOf(entity)?.name === name && isWalked(name, [name, entity]),
);
type ListPage = (typeof walked)[number];

const FURTHER = [TABLET_WIDTH, PHONE.width];

/** Entities whose form contains the lines of a record. */
const withLines: ReadonlySet<string> = new Set(
  Object.values(entities as Readonly<Record<string, EntityDefinition>>).flatMap(({ of, schema }) =>
    of?.in === 'form' ? (schema.properties?.[of.field]?.['x-ref'] ?? []) : [],
  ),
);

let server: TestServer;
let client: Client;
let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
  client = await login(server);
  tab = await openTab(browser, server.url, { lang: 'en' });
  await signInTab(tab);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns the id of the record with the most content, among those that permit the action. Null if none. */
async function findFullest(entity: string, action?: string): Promise<number | null> {
  const [record] = await fullestRecords(client, entity, 1, action ? { action } : {});
  return record?.id ?? null;
}

/** Opens a record on its own page. */
async function openRecord({ name, route }: ListPage, id: number): Promise<Locator> {
  // A test that failed may leave its form open.
  if ((await tab.page.getByRole('dialog').count()) > 0) await tab.page.reload();
  await tab.visit(`${route}/${id}`);
  const place = tab.page.locator(`[data-page=${name}Record]`);
  await place.waitFor();
  await tab.settled();
  return place;
}

/** Closes an unchanged form, which needs no confirmation. */
async function closeForm(form: Locator): Promise<void> {
  await tab.page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
}

/** Returns the figures that are cut off in any tab of an open form. */
async function formFaults(name: string, form: Locator): Promise<string[]> {
  const parts = await form.getByRole('tab').all();
  const faults: string[] = [];
  for (const part of parts.length > 0 ? parts : [null]) {
    await part?.click();
    faults.push(...(await findCutFigures(tab, name, FURTHER, form)));
  }
  return faults;
}

describe('the page of a record', needs(walked.length > 0, 'a page in the part of this run'), () => {
  it.each(walked)('$name', async (page) => {
    const id = await findFullest(page.entity!);
    if (id === null) return;
    await openRecord(page, id);
    const faults = [...tab.complaints(), ...(await findCutFigures(tab, `${page.name}Record`, FURTHER))];
    expect(faults, `the page of record ${id}`).toEqual([]);
  });
});

const lined = walked.filter(({ entity = '' }) => withLines.has(entity));

describe('the form of a record with lines', needs(lined.length > 0, 'lines in the part of this run'), () => {
  it.each(lined)('$name', async (page) => {
    const id = await findFullest(page.entity!, 'update');
    if (id === null) return;
    const place = await openRecord(page, id);
    await place.getByRole('button', { name: en['list.update'], exact: true }).first().click();
    const form = tab.page.getByRole('dialog').last();
    await form.waitFor();
    await tab.settled();
    const faults = await formFaults(`${page.name}Form`, form);
    await closeForm(form);
    expect([...tab.complaints(), ...faults], `the form of record ${id}`).toEqual([]);
  });
});
