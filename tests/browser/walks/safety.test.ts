/**
 * Script in any text from users, files or devices is shown as text, and never runs. The walk over all pages visits them
 * with planted texts. This file plays the actions of a user.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import { pages } from '../../../generated/pages.ts';
import { isWalked, readWalk } from '../../run/rotation.ts';
import { rememberStation } from '../../support/browser/session.ts';
import { DESK, launchBrowser, openTab, signInTab, type Tab } from '../../support/browser/tab.ts';
import type { Client } from '../../support/calls/client.ts';
import { HOSTILE_TEXTS, PATHS, QUERIES, SCRIPTS } from '../../support/hostile/hostileTexts.ts';
import {
  type PlantedRecord,
  plant,
  plantAll,
  plantBoard,
  plantRecords,
  plantTelemetry,
  STATION,
  TRAP,
} from '../../support/hostile/planted.ts';
import { setTrap, type Trap } from '../../support/hostile/trap.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const BOARD = '/main/ems/map/monitor/dashboard';
const WARNINGS = '/main/ems/map/warning/record';

const walked = pages.filter(({ name, entity = '' }) => isWalked(name, [name, entity]));

let server: TestServer;
let browser: Browser;
let client: Client;
let tab: Tab;
let trap: Trap;
let tenant: number;
let person: string;
let records: PlantedRecord[];
let values: { texts: string[]; alarms: string[] };
let widgets: BoardWidget[];

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes(TRAP) ? [value] : [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

/** Returns all texts of the page: content, values of inputs, and labels for screen readers. */
const written = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inputs = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    const labels = [...document.querySelectorAll('[aria-label]')].map((part) =>
      part.getAttribute('aria-label'),
    );
    return [document.body.textContent, ...inputs.map(({ value }) => value), ...labels].join('\n');
  });

async function expectText(texts: readonly string[]): Promise<void> {
  const missing = async () => {
    const shown = await written(tab.page);
    return texts.filter((text) => !shown.includes(text));
  };
  await expect.poll(missing).toEqual([]);
}

/** Checks that no script ran, nothing was refused, and no planted address was requested. */
async function expectHarmless(): Promise<void> {
  expect(await trap.fell()).toEqual([]);
  expect(tab.complaints()).toEqual([]);
}

async function openTrapped(viewport = DESK): Promise<void> {
  await tab?.context.close();
  tab = await openTab(browser, server.url, { viewport });
  await rememberStation(tab.page, tenant, STATION);
  trap = await setTrap(tab.page);
  await signInTab(tab, person, PASSWORD);
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  tenant = await makeTenant(server);
  person = (await makePerson(server, [tenant], { role: 'administrator' })).username;
  client = await login(server, person, PASSWORD);
  records = await plantRecords(client);
  values = await plantTelemetry(server.url, client);
  widgets = await plantBoard(client);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the form and the delete dialog of a record's drawer. Returns which of them it offers. */
async function openChanges({ texts }: PlantedRecord): Promise<{ form: boolean; question: boolean }> {
  const { page } = tab;
  const button = (name: string) =>
    page.getByRole('dialog').first().getByRole('button', { name, exact: true }).first();
  const dialog = page.getByRole('dialog').nth(1);
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };
  const form = await button('Edit').isVisible();
  if (form) {
    await button('Edit').click();
    await dialog.locator('input').first().waitFor();
    await expectText(texts);
    await leave();
  }
  const question = await button('Delete').isVisible();
  if (question) {
    await button('Delete').click();
    await dialog.waitFor();
    await expectText(texts.slice(0, 1));
    await leave();
  }
  return { form, question };
}

describe('planted script', () => {
  it('is shown as text in every list and record, in forms and in delete confirmations', async () => {
    await openTrapped();
    const seen = { forms: 0, questions: 0 };
    for (const { route, entity } of walked.filter(({ kind }) => kind === 'list')) {
      const own = records.filter((record) => record.entity === entity);
      if (own.length === 0) await tab.visit(route);
      for (const [at, record] of own.entries()) {
        // The page shows the list behind the record.
        await tab.visit(`${route}?record=${record.id}`);
        await expectText(record.texts);
        if (at > 0) continue;
        const { form, question } = await openChanges(record);
        seen.forms += Number(form);
        seen.questions += Number(question);
      }
      await expectHarmless();
    }
    // A partial run may contain no form or no dialog.
    if (readWalk().whole) expect(Math.min(seen.forms, seen.questions)).toBeGreaterThan(3);
  });

  it('of every published kind is shown as text in a list, and in its search', async () => {
    // The window is high enough for all rows at once.
    await openTrapped({ width: 1440, height: 4000 });
    const names = HOSTILE_TEXTS.filter((text) => text.length <= 100);
    for (const name of names) await client.call('customerCreate', { body: { name, state: 'developing' } });
    const { route } = pages.find(({ kind, entity }) => kind === 'list' && entity === 'customer')!;
    await tab.visit(`${route}?size=50&sort=-id`);
    await expectText(names);
    for (const text of [SCRIPTS[0]!, QUERIES[0]!, PATHS[0]!]) {
      await tab.visit(`${route}?q=${encodeURIComponent(text)}`);
      await expectText([text]);
    }
    await expectHarmless();
  });

  it('is shown as text in values, alarms and names on a board, and in chart tooltips', async () => {
    await openTrapped();
    const { page } = tab;
    await tab.visit(BOARD);
    const shown = widgets.map(({ config: { nodeInfo, ...config } }) => config);
    await expectText([...textsIn(shown), ...values.texts]);
    expect(await page.locator('[data-type=alarmList]').getByRole('listitem').first().innerText()).toContain(
      TRAP,
    );
    const box = page.locator('[data-type=trend]').first().getByRole('img');
    // A chart far below the visible area is not drawn yet.
    expect(await box.locator('canvas').count()).toBe(0);
    await box.scrollIntoViewIfNeeded();
    const chart = box.locator('canvas');
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    for (let at = 0.1; at < 1; at += 0.1) {
      await chart.hover({ position: { x: width * at, y: height / 2 } });
      if (await page.getByRole('tooltip').isVisible()) break;
    }
    const { nodeInfo } = widgets.find(({ type }) => type === 'trend')?.config ?? {};
    await expectText(textsIn(nodeInfo));
    await expectHarmless();
  });

  it('is shown as text in edit mode, in every configuration dialog', async () => {
    await openTrapped();
    const { page } = tab;
    await tab.visit(BOARD);
    await page.getByRole('button', { name: 'Edit board' }).click();
    for (const type of ['keyData', 'singleData', 'gauge', 'trend', 'alarmList', 'stationAlarmStatus']) {
      const { config } = widgets.find((widget) => widget.type === type)!;
      const name = `Configure ${config.titleName ?? config.title ?? config.name}`;
      await page.getByRole('button', { name, exact: true }).click();
      const configuration = page.getByRole('dialog', { name: /^Widget configuration/ });
      await configuration.locator('form').waitFor();
      await expectText(textsIn(config));
      await tab.settled();
      await expectHarmless();
      await page.keyboard.press('Escape');
      await configuration.waitFor({ state: 'hidden' });
    }
  });

  it('is shown as text in the alarm records and in the confirmation dialog', async () => {
    await openTrapped();
    const { page } = tab;
    await tab.visit(WARNINGS);
    await expectText(values.alarms);
    const remark = plant(0);
    await page
      .getByRole('button', { name: /^Confirm alarm: / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('textbox').fill(remark);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm alarm' }).click();
    await expectText([remark]);
    await expectHarmless();
  });

  it('is shown as text in the name of a person', async () => {
    await openTrapped();
    for (const name of plantAll()) {
      await client.call('updateInfoData', { body: { name } });
      await tab.page.goto('/main/mine');
      await tab.page.getByRole('region', { name: 'Profile' }).waitFor();
      await expectText([name]);
      await expectHarmless();
    }
  });

  it('does not run in a file that a user uploaded', async () => {
    await openTrapped();
    const { page } = tab;
    for (const [name, type] of [
      [`${plant(0)}.html`, 'text/html'],
      [`${plant(1)}.svg`, 'image/svg+xml'],
      [`${plant(2)}.png`, 'image/png'],
    ] as const) {
      const form = new FormData();
      const script = `<svg xmlns="http://www.w3.org/2000/svg"><script>${TRAP}(0)</script></svg>`;
      form.append('file', new Blob([script], { type }), name);
      const stored = await client.call('uploadFile', { form });
      // This is how browsers encode a quote in the name of a part.
      expect(stored.originalFilename).toBe(name.split('/').pop()?.replaceAll('"', '%22'));
      const download = page.waitForEvent('download');
      await page.goto(`/admin/sys-file/${stored.bucketName}/${stored.fileName}`).catch(() => null);
      await (await download).cancel();
      const answer = await client.fetch(`/admin/sys-file/${stored.bucketName}/${stored.fileName}`);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    await expectHarmless();
  });
});
