import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { TEST_LANG } from '../../support/browser/language.ts';
import { openSession } from '../../support/browser/session.ts';
import type { Client } from '../../support/calls/client.ts';
import { CREATED, drawAutomation, endedRuns } from '../../support/people/automations.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  await boss.call('updateInfoData', { body: { lang: TEST_LANG } });
});
afterAll(() => server?.stop());

async function open(path: string, width = 1440): Promise<Page> {
  const page = await openPage(server, { width });
  await openSession(page.context(), server.url, boss);
  await page.goto(path);
  return page;
}

const LIST = '/main/operation/automation/list';

describe('an automation', () => {
  it('is designed by keyboard and mouse, tried on past records, enabled, and runs', async () => {
    await boss.call('customerCreate', { body: { name: 'Past customer', level: 'VIP' } });
    const { id } = await boss.call('automationCreate', { body: { name: 'Welcome' } });
    const page = await open(`${LIST}/${id}`);
    await page.getByRole('tab', { name: 'When … then …' }).click();
    const drawing = page.getByRole('region', { name: 'Drawing' });
    await drawing.getByRole('button', { name: /^When/ }).click();
    const when = page.getByRole('complementary', { name: 'Settings of When' });
    await when.getByRole('combobox', { name: 'Records' }).fill('Customer');
    await page.getByTitle('Customer', { exact: true }).click();
    await drawing.getByRole('button', { name: /When Customer · is created/ }).waitFor();

    await drawing.getByRole('button', { name: /^If/ }).focus();
    await page.keyboard.press('Enter');
    const settings = page.getByRole('complementary', { name: 'Settings of If' });
    await settings.getByRole('textbox', { name: 'Condition as text' }).fill("level = 'VIP'");

    await drawing.getByRole('button', { name: 'Add effect 1' }).click();
    await page.getByRole('menuitem', { name: 'Notify people' }).click();
    const effect = page.getByRole('complementary', { name: 'Settings of Notify people' });
    await effect.getByRole('checkbox', { name: 'Owner of the record' }).check();
    await effect.getByRole('textbox', { name: 'Text in English' }).fill('Welcome {name}');
    await effect.getByRole('textbox', { name: 'Text in Chinese' }).fill('Hello {name}');
    await keepPicture(page, 'automation-drawing');

    await page.getByRole('button', { name: 'Try on past records' }).click();
    const trial = page.getByRole('dialog', { name: 'Try on past records' });
    await trial.getByText('Would have run once in the last 30 days').waitFor();
    await trial.getByText('Past customer').waitFor();
    await keepPicture(page, 'automation-trial');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save drawing' }).click();
    await page.getByText('The drawing was saved').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await drawing.page().getByText('The automation is on. Turn it off to change it.').waitFor();

    await boss.call('customerCreate', { body: { name: 'New customer', level: 'VIP' } });
    await endedRuns(boss, id);
    await page.goto('/main/operation/automation/runs');
    await page.getByText('New customer').first().waitFor();
    const { records } = await boss.call('noticePage', { query: { size: 10 } });
    expect(records.map(({ text }) => text.en)).toContain('Welcome New customer');
    await page.close();
  });

  it('is a list on a phone', async () => {
    const id = await drawAutomation(boss, CREATED);
    const page = await open(`${LIST}/${id}`, 390);
    await page.getByRole('tab', { name: 'When … then …' }).click();
    const outline = page.getByRole('list', { name: 'Outline' });
    await outline.getByRole('button', { name: /Then: Create a record/ }).waitFor();
    await keepPicture(page, 'automation-phone');
    await page.close();
  });
});
