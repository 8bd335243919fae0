/** A form begins with known values, and a choice adds its own values. All of them stay editable. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import { asker } from '../../support/records/orderLines.ts';
import { applyTours } from '../../support/records/tours.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let request: ReturnType<typeof asker>;
beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  const admin = await login(server);
  await applyTours(admin);
  request = asker(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const box = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name }).first();

/** Picks a hotel in the control at this position. */
async function pick(page: Page, at: number, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Hotel' }).nth(at).click();
  await offer(page, name).click();
}

describe('a new record', () => {
  it('begins with its values, follows its fields and takes values of a chosen record', async () => {
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, server.admin, '/main/operation/tour');
    await page.getByRole('button', { name: 'New Tour' }).first().click();
    await box(page, 'Name').fill('North');
    expect(await box(page, 'Day').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
    await box(page, 'Day').fill('2026-01-31');
    await box(page, 'Day').press('Tab');
    await expect.poll(() => box(page, 'Due').inputValue()).toBe('2026-03-02');
    await pick(page, 0, 'Grand');
    await expect.poll(() => box(page, 'Night').inputValue()).toBe('300.00');
    await box(page, 'Night').fill('280');
    await page.getByRole('button', { name: 'Add Stop' }).click();
    const rows = page.getByRole('dialog').getByRole('row');
    const row = rows.filter({ has: page.getByRole('textbox') });
    await expect.poll(() => row.getByRole('textbox', { name: 'Rate' }).inputValue()).toBe('13.00');
    await row.getByRole('textbox', { name: 'Place' }).fill('Harbour');
    await pick(page, 1, 'Inn');
    await expect.poll(() => row.innerText()).toContain('160.00');
    await expect.poll(() => box(page, 'Night').inputValue()).toBe('280.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await request<{ records: { id: number }[] }>('GET', '/manager/tour/page?search=North');
    const saved = await request<Record<string, unknown>>('GET', `/manager/tour/${data.records[0]!.id}`);
    expect(saved.data).toMatchObject({
      ...{ due: '2026-03-02', night: '280.00', grade: 'A' },
      stops: [{ place: 'Harbour', rate: '13.00', night: '80.00', twice: '160.00', grade: 'B' }],
    });
  });
});
