/**
 * S9: sales asks, engineering answers with a budget, and sales uses it for the quote and rates it. A user
 * sends feedback.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { type Seat, saveForm, seat, serveDesk } from '../../../support/browser/desk.ts';
import { keepPicture } from '../../../support/browser/keepPicture.ts';
import { recordLinks } from '../../../support/browser/listPage.ts';
import { offer } from '../../../support/browser/options.ts';
import { makeTenant } from '../../../support/people/people.ts';

const desk = serveDesk();
const REQUESTS = '/main/operation/support/requests';

let engineer: Seat;
beforeAll(async () => {
  engineer = await seat(desk.server, desk.tenant(), 'Eve Engineer', { role: 'engineering' });
  await desk.head.call('inquiryPersonCreate', {
    body: { userId: engineer.userId, name: 'Eve Engineer', tagList: ['Batteries'] },
  });
});

async function makeOrder(): Promise<number> {
  const { seller } = desk;
  const { id: customerId } = await seller.call('customerCreate', { body: { name: 'Chenghu Electronics' } });
  const lines = [{ item: 'Cabinet', quantity: 1, price: '100.00', taxRate: 13 }];
  return (await seller.call('salesOrderCreate', { body: { name: 'Lake', customerId, lines } })).id;
}

/** Writes a draft. Returns its id. */
async function writeDraft(page: Page, title: string): Promise<number> {
  await page.getByRole('button', { name: 'New Support request' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await form.getByRole('combobox', { name: 'Inquiry person' }).click();
  await offer(page, 'Eve Engineer').click();
  await saveForm(form);
  const { records } = await desk.seller.call('supportList', {});
  return records.find((one) => one.title === title)!.id;
}

/** Presses a transition of the open record, and fills the text if its form requires one. */
async function move(page: Page, name: string, field?: string, text?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  if (field === undefined || text === undefined) return;
  const question = page.getByRole('dialog', { name });
  await question.getByRole('textbox', { name: field }).fill(text);
  await question.getByRole('button', { name, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

it('is drafted, answered, used as quote basis and rated', async () => {
  const { seller } = desk;
  const page = await seller.open(REQUESTS);
  const id = await writeDraft(page, 'Cable length');
  await page.goto(`${REQUESTS}/${id}`);
  const hindered = page.getByRole('button', { name: /^Submit.*Enter the description/ });
  expect(await hindered.getAttribute('aria-disabled')).toBe('true');
  const { version } = await seller.call('technicalSupportGet', { path: { id } });
  const orderId = await makeOrder();
  const body = { id, version, description: 'How long may the cable be?', orderId };
  await seller.call('technicalSupportUpdate', { body });
  await page.goto(`${REQUESTS}/${id}`);
  await move(page, 'Submit');
  await page.getByText('Submitted', { exact: true }).first().waitFor();

  const theirs = await engineer.open('/main/message/support');
  await recordLinks(theirs).filter({ hasText: 'Cable length' }).waitFor();
  await keepPicture(theirs, 'support-notices');
  await theirs.goto(`${REQUESTS}/${id}`);
  await move(theirs, 'Review');
  await theirs.getByText('In review', { exact: true }).first().waitFor();
  const read = await engineer.call('technicalSupportGet', { path: { id } });
  const budget = [{ text: 'Cable 185 mm²', quantity: 130, unitCost: '186.00' }];
  await engineer.call('technicalSupportUpdate', { body: { id, version: read.version, budget } });
  await theirs.goto(`${REQUESTS}/${id}`);
  await move(theirs, 'Answer', 'Answer', 'At most 80 m');
  await theirs.getByText('Answered', { exact: true }).first().waitFor();
  await keepPicture(theirs, 'support-answered');

  await page.goto(`${REQUESTS}/${id}`);
  await page.getByText('At most 80 m').first().waitFor();
  await move(page, 'Use for the quote');
  const question = page.getByRole('dialog', { name: 'Use for the quote' });
  await question.getByText('This request replaces the current quote basis of the order.').waitFor();
  await question.getByRole('button', { name: 'Use for the quote', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await expect
    .poll(() => seller.call('supportBudget', { query: { orderId } }))
    .toMatchObject([{ text: 'Cable 185 mm²', cost: '24180.00' }]);

  const survey = await seller.call('getSupportSurvey', { query: { supportDetailId: id } });
  await page.goto(`/main/operation/support/surveys/${survey.id}`);
  await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
  const rating = page.getByRole('dialog', { name: 'Answer' });
  for (const name of ['Speed', 'Quality', 'Communication'])
    await rating.getByRole('list', { name }).getByRole('radio').nth(3).click();
  await keepPicture(page, 'support-rating');
  await rating.getByRole('button', { name: 'Answer', exact: true }).click();
  await rating.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await seller.call('getSupportSurvey', { query: { supportDetailId: id } })).score)
    .toBe(4);
});

it('explains why a company offers no inquiry people, and sends the request to the department', async () => {
  const tenant = await makeTenant(desk.server);
  const [applicant, answering] = [
    await seat(desk.server, tenant, 'Cay Sales', { role: 'sales' }),
    await seat(desk.server, tenant, 'Dan Engineer', { role: 'engineering' }),
  ];
  const page = await applicant.open(REQUESTS);
  await page.getByRole('button', { name: 'New Support request' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).fill('Fuse');
  await form.getByRole('textbox', { name: 'Description' }).fill('Which fuse?');
  await form.getByRole('combobox', { name: 'Inquiry person' }).click();
  await page.getByText('This company has no inquiry people. Engineering handles the request.').waitFor();
  await keepPicture(page, 'support-no-people');
  await form.getByRole('textbox', { name: 'Title' }).click();
  await saveForm(form);
  const { records } = await applicant.call('supportList', {});
  await page.goto(`${REQUESTS}/${records[0]!.id}`);
  await move(page, 'Submit');
  await page.getByText('Submitted', { exact: true }).first().waitFor();
  const theirs = await answering.open(`${REQUESTS}/${records[0]!.id}`);
  await move(theirs, 'Review');
  await theirs.getByText('In review', { exact: true }).first().waitFor();
});

it('accepts feedback on the page of a user, and shows its answer there', async () => {
  const { seller, head } = desk;
  const page = await seller.open('/main/mine');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Feedback' }).fill('Boards load slowly');
  await saveForm(form);
  const { records } = await head.call('userFeedbackPage', {});
  const [{ id, version } = { id: 0, version: 0 }] = records;
  expect(records).toMatchObject([{ text: 'Boards load slowly', userId: seller.userId, state: 'open' }]);
  await head.call('recordTransition', {
    path: { entity: 'userFeedback', id },
    body: { name: 'answer', version, form: { answer: 'It is faster now' } },
  });
  await page.getByRole('link', { name: 'Sent feedback' }).click();
  await page.getByText('It is faster now').first().waitFor();
  await keepPicture(page, 'feedback');
});
