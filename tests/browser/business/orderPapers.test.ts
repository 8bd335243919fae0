/** S8: sales and engineering store the documents of an order: contract, weekly reports, supplements. */
import { beforeAll, expect, it } from 'vitest';
import { fillDate, saveForm, serveDesk } from '../../support/browser/desk.ts';
import { offer } from '../../support/browser/options.ts';

const { seller } = serveDesk();
const ORDERS = '/main/appliance/sales/orders';

let first: number;
let second: number;
beforeAll(async () => {
  const { id: customerId } = await seller.call('intoCustomer', { body: { name: 'Chenghu Electronics' } });
  first = (await seller.call('saveOrder', { body: { name: 'Storage one', customerId } })).id;
  second = (await seller.call('saveOrder', { body: { name: 'Storage two', customerId } })).id;
});

it('a contract is signed with its scan, and cannot be changed afterwards', async () => {
  const page = await seller.open(`${ORDERS}/${first}`);
  await page.getByRole('tab', { name: /^Contract file/ }).click();
  await page.getByRole('button', { name: 'New Contract file' }).first().click();
  const form = page.getByRole('dialog').last();
  await form.getByRole('textbox', { name: 'Contract number' }).fill('HT-2026-1');
  await saveForm(form);
  const { records } = await seller.call('contractFilePage', {});
  await page.goto(`/main/appliance/sales/contracts/${records[0]!.id}`);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const sign = page.getByRole('dialog', { name: 'Sign' });
  await sign.getByRole('button', { name: 'Sign', exact: true }).click();
  await sign.getByText(/^Not submitted, \d to correct: .*Scan/).waitFor();
  await fillDate(sign.getByRole('textbox', { name: 'Signed on' }), '2026-02-02');
  const buffer = Buffer.from('%PDF-1.4 the scan');
  await sign
    .locator('input[type=file]')
    .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer });
  await sign.getByText('scan.pdf').first().waitFor();
  await saveForm(sign, 'Sign');
  await page.getByRole('main').getByText('Signed', { exact: true }).first().waitFor();
  await page.getByRole('main').getByText('scan.pdf').first().waitFor();
  // Only the remark of a signed contract can be changed.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog').last();
  await edit.getByRole('textbox', { name: 'Remark' }).waitFor();
  expect(await edit.getByRole('textbox', { name: 'Contract number' }).count()).toBe(0);
});

it('a person reports once a week, and a colleague likes the report', async () => {
  const page = await seller.open(`${ORDERS}/${first}`, { allow: [/status of 409/] });
  await page.getByRole('tab', { name: /^Weekly report/ }).click();
  const start = async (progress: string) => {
    await page.getByRole('button', { name: 'New Weekly report' }).first().click();
    const form = page.getByRole('dialog').last();
    await form.getByRole('textbox', { name: 'Week', exact: true }).fill('2026-W07');
    await form.getByRole('textbox', { name: 'Progress' }).fill(progress);
    return form;
  };
  await saveForm(await start('Foundation is cast'));
  await page.getByRole('main').getByText('2026-W07').first().waitFor();
  const again = await start('Said twice');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await again
    .getByText(/already/)
    .first()
    .waitFor();
  expect((await seller.call('orderWeeklyReportPage', {})).total).toBe(1);
});

it('a supplement is shown on both orders, and cannot form a cycle', async () => {
  const page = await seller.open(`${ORDERS}/${first}`, { allow: [/status of 409/] });
  const relate = async (to: string) => {
    await page.getByRole('tab', { name: /^Related order/ }).click();
    await page.getByRole('button', { name: 'New Related order' }).first().click();
    const form = page.getByRole('dialog').last();
    await form.getByRole('combobox', { name: 'Other order' }).fill(to);
    await offer(page, to).click();
    await form.getByRole('combobox', { name: 'Relation' }).click();
    await offer(page, 'Supplement').click();
    return form;
  };
  await saveForm(await relate('Storage two'));
  await page.getByRole('main').getByText('Storage two').first().waitFor();

  await page.goto(`${ORDERS}/${second}`);
  await page.getByRole('tab', { name: /^Orders that refer to this one/ }).click();
  await page.getByRole('main').getByText('Storage one').first().waitFor();
  const back = await relate('Storage one');
  await back.getByRole('button', { name: 'Save', exact: true }).click();
  await back.getByText('This order already supplements that order').first().waitFor();
  expect(await seller.call('relatedOrders', { query: { orderId: second } })).toHaveLength(1);
});
