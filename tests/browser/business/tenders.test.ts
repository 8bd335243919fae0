/** B1, B2, B4: sales registers a tender, engineering estimates it, the head approves it, and its bids are decided. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { dayAfter, fillDate, type Seat, saveForm, seat, serveDesk } from '../../support/browser/desk.ts';
import { offer } from '../../support/browser/options.ts';
import { ESTIMATE, later, moveRecord, passOpening } from '../../support/records/tenders.ts';

const desk = serveDesk();
const { seller, head } = desk;
const TENDERS = '/main/operation/tender';
let engineer: Seat;
let customerId: number;

beforeAll(async () => {
  engineer = await seat(desk.server, desk.tenant(), 'Eve Engineer', { role: 'engineering' });
  customerId = (await seller.call('intoCustomer', { body: { name: 'Chenghu Electronics' } })).id;
});

const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Creates a planned tender with one bid, whose opening is in the future. */
async function makeBid(name: string): Promise<{ tenderId: number; id: number }> {
  const times = { submitBy: later(72), openAt: later(96) };
  const body = { name, issuer: 'Park', customerId, lines: ESTIMATE, ...times };
  const tender = await head.call('tenderCreate', { body });
  await moveRecord(head, 'tender', tender.id, 'plan');
  const bid = await head.call('bidCreate', { body: { tenderId: tender.id, lot: name } });
  return { tenderId: tender.id, id: bid.id };
}

it('B1: a tender is registered, estimated, approved, won and ordered on screen', async () => {
  const page = await seller.open(`${TENDERS}/info`);
  await page.getByRole('button', { name: 'New Tender' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Park storage');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Chenghu');
  await offer(page, 'Chenghu Electronics').click();
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Issuer' }).inputValue())
    .toBe('Chenghu Electronics');
  await form.getByRole('tab', { name: 'Dates' }).click();
  await fillDate(form.getByRole('textbox', { name: 'Submit by' }), `${dayAfter(3)} 09:30:00`);
  await fillDate(form.getByRole('textbox', { name: 'Opening' }), `${dayAfter(4)} 10:00:00`);
  await saveForm(form);
  await page.getByRole('main').getByText('Park storage').first().waitFor();
  const { id } = (await seller.call('tenderPage', { query: { search: 'Park storage' } })).records[0]!;
  await page.goto(`${TENDERS}/info/${id}`);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('main').getByText('Planning').first().waitFor();

  const { version } = await engineer.call('tenderGet', { path: { id } });
  await engineer.call('tenderUpdate', { body: { id, version, lines: ESTIMATE } });
  // Reloads, because other tests check that an open page shows changes of other users within 20 s.
  await page.reload();
  await page.getByText('1,268,000.00').first().waitFor();
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click();
  await page.getByRole('list', { name: 'Progress of the approval' }).getByText('Head Ho').first().waitFor();

  const theirs = await head.open(`${TENDERS}/info/${id}`);
  await theirs
    .getByText(/17\.88\s?%/)
    .first()
    .waitFor();
  await theirs.getByRole('button', { name: 'Agree', exact: true }).click();
  const agree = theirs.getByRole('dialog', { name: /^Agree/ });
  await agree.getByRole('button', { name: 'Agree', exact: true }).click();
  await agree.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('main').getByText('Bid opening').first().waitFor();

  await page.goto(`${TENDERS}/record`);
  await page.getByRole('button', { name: 'New bid' }).first().click();
  const bid = page.getByRole('dialog').last();
  await bid.getByRole('combobox', { name: 'Tender' }).fill('Park');
  await offer(page, 'Park storage').click();
  await expect
    .poll(() => bid.getByRole('textbox', { name: 'Amount', exact: true }).inputValue())
    .toMatch(/^1,?268,?000\.00$/);
  await saveForm(bid);
  await passOpening(desk, id);
  const { records } = await seller.call('bidPage', { query: { tenderId: id } });
  await page.goto(`${TENDERS}/record/${records[0]!.id}`);
  await page.getByText('1,268,000.00').first().waitFor();
  await page.getByRole('button', { name: 'Won', exact: true }).click();
  const won = page.getByRole('dialog', { name: 'Won' });
  await won.getByRole('button', { name: 'Won', exact: true }).click();
  await won.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('Winning').first().waitFor();
  await page.getByRole('button', { name: 'Create the order', exact: true }).click();
  const order = page.getByRole('dialog', { name: 'Create the order' });
  await order.getByRole('button', { name: 'Create the order', exact: true }).click();
  await order.waitFor({ state: 'detached' });
  await openTab(page, 'Sales order');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Park storage/ })
    .first()
    .waitFor();
  await theirs.reload();
  await theirs.getByRole('main').getByText('Completed').first().waitFor();
});

it('B2: a bid needs a reason when lost, and its tender is deleted with the documented text', async () => {
  const { id } = await makeBid('Second lot');
  const page = await head.open(`${TENDERS}/record/${id}`, { allow: [/status of 422/] });
  await page.getByRole('button', { name: 'Lost', exact: true }).click();
  const lost = page.getByRole('dialog', { name: 'Lost' });
  await lost.getByRole('button', { name: 'Lost', exact: true }).click();
  await lost.getByText('Not submitted, 1 to correct: Reason lost').waitFor();
  await lost.getByRole('textbox', { name: 'Reason lost' }).fill('Price');
  await lost.getByRole('button', { name: 'Lost', exact: true }).click();
  await page.getByText('The tender is not approved yet').first().waitFor();
  const times = { submitBy: later(72), openAt: later(96) };
  const fresh = await head.call('tenderCreate', { body: { name: 'Dropped', issuer: 'Park', ...times } });
  await page.goto(`${TENDERS}/info/${fresh.id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Delete this tender?').filter({ visible: true }).waitFor();
});

it('shows its tabs to sales on a phone, and the board of open tenders by their state', async () => {
  await makeBid('Third lot');
  const page = await seller.open(TENDERS, { width: 390 });
  for (const [path, text] of [
    ['board', 'Planning'],
    ['record', 'Third lot'],
    ['library', 'No files yet'],
    ['funnel', 'Bids by result'],
    ['figures', 'Win rate'],
    ['objective', 'No objectives yet'],
  ] as const) {
    await page.goto(`${TENDERS}/${path}`);
    await page.getByRole('main').getByText(text).first().waitFor();
  }
  await head.open(TENDERS).then((wide) => wide.getByRole('link', { name: 'Funnel chart' }).waitFor());
});
