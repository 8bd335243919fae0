/** S14: a worker enters hours, finance books costs and reads the earned value; a day of 25 hours is refused. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { fillDate, type Seat, saveForm, seat, serveDesk } from '../../../support/browser/desk.ts';
import { keepPicture } from '../../../support/browser/keepPicture.ts';
import { offer } from '../../../support/browser/options.ts';
import { dayFromToday, planProject, setRate, workOnProject } from '../../../support/records/earnedValue.ts';

const desk = serveDesk();
const PLACE = '/main/operation/earnedValue';
let worker: Seat;
let siteId: number;

beforeAll(async () => {
  worker = await seat(desk.server, desk.tenant(), 'Working Wu', { role: 'operator' });
  await setRate(desk.head, worker.userId, '150.00');
  const person = (one: Seat) => ({ id: one.userId, client: one });
  const team = { worker: person(worker), finance: person(desk.finance) };
  const customer = await desk.head.call('customerCreate', { body: { name: 'Harbour Co' } });
  const order = await desk.head.call('salesOrderCreate', {
    body: { name: 'Second cabinet', customerId: customer.id, lines: [] },
  });
  siteId = (await planProject(desk.head, team, { orderId: order.id, customerId: customer.id })).id;
  await workOnProject(team, siteId);
  // The browser test enters the last eight hours on screen.
  const { records } = await worker.call('manualWorkloadPage', { query: { from: dayFromToday(-4) } });
  await worker.call('manualWorkloadDelete', { path: { id: records[0]!.id } });
});

const factOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`));

async function enterHours(page: Page, hours: string) {
  await page.goto(`${PLACE}/workload`);
  await page
    .getByRole('button', { name: /^New workload$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await fillDate(form.getByRole('textbox', { name: 'Day', exact: true }), dayFromToday(-4));
  await form.getByRole('combobox', { name: 'Project', exact: true }).click();
  await offer(page, 'Cabinet 3').click();
  await form.getByRole('spinbutton', { name: 'Hours', exact: true }).fill(hours);
  await form.getByRole('textbox', { name: 'Work', exact: true }).fill('Labels');
  return form;
}

it('S14: an invalid or too large amount is refused at its field', async () => {
  const page = await desk.finance.open(`${PLACE}/costs`);
  await page
    .getByRole('button', { name: /^New project cost$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const amount = form.getByRole('textbox', { name: 'Amount', exact: true });
  for (const [entered, refusal] of [
    ['12a', 'Amount: fill in a numeric amount'],
    ['10000000000', 'Amount: at most 10 digits plus two decimals'],
  ] as const) {
    await amount.fill(entered);
    await amount.press('Tab');
    await form.getByText(refusal, { exact: true }).waitFor();
  }
});

it('S14: hours are entered by their worker, up to 24 a day', async () => {
  const page = await worker.open(`${PLACE}/workload`, { allow: [/status of 422/] });
  await saveForm(await enterHours(page, '8'));
  const form = await enterHours(page, '17');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form
    .getByText(/would be 25\b.*The limit is 24 h/)
    .first()
    .waitFor();
  expect(await page.getByRole('tab', { name: 'Figures' }).count()).toBe(0);
});

it('S14: finance reads the earned value of the order', async () => {
  const page = await desk.finance.open(PLACE);
  for (const [name, value] of [
    ['Planned value (PV)', '50,000.00'],
    ['Earned value (EV)', '35,000.00'],
    ['Actual cost (AC)', '26,000.00'],
    ['Cost index (CPI)', '1.3462'],
    ['Schedule index (SPI)', '0.7000'],
    ['Cost at completion (EAC)', '74,285.71'],
  ] as const)
    await factOf(page, name).filter({ hasText: value }).waitFor();
  await page.getByRole('combobox', { name: 'Sales order', exact: true }).click();
  await offer(page, 'Second cabinet').click();
  await factOf(page, 'Forecast end')
    .filter({ hasText: /^\d{4}-/ })
    .waitFor();
  await keepPicture(page, 'earned-value');
  await page.getByRole('link', { name: 'Cabinet 3' }).click();
  await page.waitForURL(`**/executeSite/${siteId}`);
  await page.getByRole('main').getByText('26,000.00').filter({ visible: true }).first().waitFor();
});

it('S14: costs are listed with the name of the user who booked them', async () => {
  const page = await desk.head.open(`${PLACE}/costs`);
  await page.getByRole('main').getByRole('table').getByText('Fay Finance').first().waitFor();
});

it('S14: a project on which nothing was spent has no cost index', async () => {
  const { stationSn } = await desk.head.call('executeSiteInfo', { path: { id: siteId } });
  const { id } = await desk.head.call('executeSiteCreate', { body: { name: 'Fence', stationSn } });
  const page = await desk.finance.open(`/main/operation/executeSite/${id}`);
  const moves = page.getByRole('region', { name: 'Possible actions' });
  await moves.getByRole('button', { name: 'Set planned cost', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Set planned cost' });
  await form.getByRole('textbox', { name: 'Planned cost' }).fill('500');
  await form.getByRole('button', { name: 'Set planned cost', exact: true }).last().click();
  await form.waitFor({ state: 'detached' });
  await page.goto(PLACE);
  const row = page.getByRole('table', { name: 'By project' }).getByRole('row').filter({ hasText: 'Fence' });
  await row.getByText('500.00').waitFor();
  expect(await row.getByText('--').count()).toBeGreaterThan(2);
});
