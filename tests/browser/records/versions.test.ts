/**
 * A user makes, changes, releases and compares the next version of a template on screen. The list shows one of the
 * versions.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { saveForm, serveDesk } from '../../support/browser/desk.ts';
import { draftNext, makeTemplate, readVersions } from '../../support/records/inspections.ts';

const desk = serveDesk();
const TEMPLATES = '/main/operation/siteInspection/templates';

const moveBy = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Possible actions' }).getByRole('button', { name, exact: true }).click();

it('creates the next version of a released template, releases it, and shows both side by side', async () => {
  const { id, name } = await makeTemplate(desk.head);
  const page = await desk.head.open(`${TEMPLATES}/${id}`);
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  expect(await page.getByRole('tab', { name: 'Versions' }).count()).toBe(0);
  await moveBy(page, 'New version');
  // The page shows the draft. The page of the released version links to this draft, and creates no other one.
  await expect.poll(() => page.url()).not.toMatch(new RegExp(`/${id}$`));
  const opened = page.url();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.goto(`${TEMPLATES}/${id}`);
  await moveBy(page, 'Open the draft');
  await expect.poll(() => page.url()).toBe(opened);
  await page.goto(`${TEMPLATES}/${id}`);
  await page.getByRole('tab', { name: 'Versions' }).waitFor();
  expect(await page.getByRole('button', { name: 'New version' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Versions' }).click();
  const rows = page.getByRole('tabpanel').getByRole('row', { name });
  await expect.poll(() => rows.count()).toBe(2);

  const draft = (await readVersions(desk.head, id)).find(({ state }) => state === 'draft')!;
  const items = ['Temperature', 'Cables', 'Noise'].map((title) => ({ name: title, kind: 'check' as const }));
  await desk.head.call('inspectionTemplateUpdate', {
    body: { id: draft.id, version: draft.version, items },
  });
  await page.goto(`${TEMPLATES}/${draft.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('spinbutton', { name: 'Expected duration' }).fill('40');
  await saveForm(form);
  await moveBy(page, 'Release');
  await page.getByRole('main').getByText('Released', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Compare versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  const row = (title: RegExp) => dialog.getByRole('row', { name: title });
  await row(/^Expected duration\s*Changed/).waitFor();
  expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual([
    ...['Field', 'Version 1 (Replaced)', 'Version 2 (Released)'],
  ]);
  expect(await row(/^Expected duration\s*Changed/).innerText()).toContain('40');
  expect(await row(/^Noise\s*Added/).count()).toBe(1);
  expect(await row(/^Smell\s*Removed/).count()).toBe(1);
  expect(await row(/^Name/).count()).toBe(1);
  await dialog.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect.poll(() => row(/^Name/).count()).toBe(0);
  expect(await row(/^Noise/).count()).toBe(1);

  await page.goto(TEMPLATES);
  const listed = page.getByRole('row', { name });
  await listed.first().waitFor();
  expect(await listed.count()).toBe(1);
  expect(await listed.innerText()).toMatch(/2\s+Released/);
});

it('compares versions on a phone, by keyboard, with the version beside each value', async () => {
  const first = await makeTemplate(desk.head);
  const { id } = await draftNext(desk.head, first.id, { minutes: 40 });
  const page = await desk.head.open(`${TEMPLATES}/${id}`, { width: 390 });
  await page.getByRole('button', { name: 'Compare versions' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  const changed = dialog.getByRole('row', { name: /^Expected duration\s*Changed/ });
  await changed.waitFor();
  // A phone shows each value below the name of its version, and scrolls neither the page nor the table sideways.
  const labels = await changed
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(labels).toEqual(['"Version 1 (Released)"', '"Version 2 (Draft)"']);
  const [before, after] = await Promise.all([0, 1].map((at) => changed.locator('td').nth(at).boundingBox()));
  expect(after!.y).toBeGreaterThanOrEqual(before!.y + before!.height);
  const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  const only = dialog.getByRole('checkbox', { name: 'Only differences' });
  const isFocused = () => only.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 10 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => dialog.getByRole('row', { name: /^Name/ }).count()).toBe(0);
  expect(await changed.count()).toBe(1);

  const older = dialog.getByRole('combobox', { name: 'Version on the left' });
  await older.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Version 2 (Draft)' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await dialog.getByText('These versions do not differ').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
