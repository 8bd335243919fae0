/** S2: a dispatcher plans the inspections of two stations for two crews in turn, and sees them. */
import { expect, it } from 'vitest';
import { saveForm, seat, serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { makeTemplate } from '../../support/records/inspections.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const desk = serveDesk();

it('a plan has several stations and alternating crews, and creates the inspections of both', async () => {
  const planner = await seat(desk.server, desk.tenant(), 'Planning Po', { role: 'engineering' });
  await seat(desk.server, desk.tenant(), 'Second Crew', { role: 'operator' });
  const [north, south] = [await makeSite(desk.head), await makeSite(desk.head)];
  const template = await makeTemplate(desk.head);
  const page = await planner.open('/main/operation/siteInspection/plans');
  await page
    .getByRole('button', { name: /^New inspection plan$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const missing = ['Add a station', 'Add a crew'].map((words) => form.getByText(words, { exact: true }));
  await form.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  for (const words of missing) expect(await words.count()).toBe(0);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  for (const words of missing) await words.first().waitFor();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Weekly round');
  await form.getByRole('combobox', { name: 'Template', exact: true }).click();
  await offer(page, template.name).click();
  const choose = async (box: string, at: number, words: string) => {
    await form.getByRole('combobox', { name: box, exact: true }).nth(at).click();
    await offer(page, words).click();
  };
  for (const [at, { station }] of [north, south].entries()) {
    await form.getByRole('button', { name: /^Add inspected station/i }).click();
    await choose('Station', at, station.name!);
  }
  await form.getByRole('button', { name: /^Add inspection crew/i }).click();
  await form.getByRole('button', { name: /^Add inspection crew/i }).click();
  await choose('Inspector', 1, 'Second Crew');
  await form.getByRole('textbox', { name: 'Rule (RFC 5545)' }).fill('FREQ=WEEKLY');
  await keepPicture(page, 'inspection-plan-form');
  await saveForm(form);

  const row = page.getByRole('row').filter({ hasText: 'Weekly round' });
  await row.getByRole('cell', { name: '2', exact: true }).first().waitFor();
  await keepPicture(page, 'inspection-plan-list');
  const [plan] = (await planner.call('inspectionPlanPage', {})).records;
  expect(plan).toMatchObject({ name: 'Weekly round', placeCount: 2, crewCount: 2 });
  await page.goto(`/main/operation/siteInspection/plans/${plan!.id}`);
  const main = page.getByRole('main');
  for (const name of [north.station.name!, south.station.name!, 'Planning Po', 'Second Crew'])
    await main.getByText(name).first().waitFor();
  await keepPicture(page, 'inspection-plan-record');
});
