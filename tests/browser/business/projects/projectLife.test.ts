/** S10: engineering enters and leads a project, finance confirms its account, and a member its announcement. */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { fillDate, type Seat, saveForm, seat, serveDesk } from '../../../support/browser/desk.ts';
import { offer } from '../../../support/browser/options.ts';

const desk = serveDesk();
const PROJECTS = '/main/operation/executeSite';
let leader: Seat;
let worker: Seat;

beforeAll(async () => {
  const join = (name: string, role: string) => seat(desk.server, desk.tenant(), name, { role });
  [leader, worker] = await Promise.all([join('Leading Lin', 'engineering'), join('Working Wu', 'operator')]);
  await desk.head.call('stationCreate', { body: { sn: 'PROJ', name: 'Harbour', timeZone: 'UTC' } });
});

/** Carries out a transition with its form. */
async function move(page: Page, name: string, fill?: (form: Locator) => Promise<void>): Promise<void> {
  const moves = page.getByRole('region', { name: 'Possible actions' });
  await moves.getByRole('button', { name, exact: true }).click();
  const form = page.getByRole('dialog', { name });
  await fill?.(form);
  // The first button of this name may be the one that closes the dialog.
  await form.getByRole('button', { name, exact: true }).last().click();
  await form.waitFor({ state: 'detached' });
}

const isHindered = async (page: Page, why: RegExp): Promise<void> => {
  expect(await page.getByRole('button', { name: why }).getAttribute('aria-disabled')).toBe('true');
};

const shows = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();

/** Enters a project with its leader. Returns its id. */
async function enterProject(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'New Project' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Second cabinet');
  await form.getByRole('combobox', { name: 'Station', exact: true }).click();
  await offer(page, 'Harbour').click();
  await form.getByRole('combobox', { name: 'Leader', exact: true }).click();
  await offer(page, 'Leading Lin').click();
  await saveForm(form);
  const { records } = await leader.call('executeSitePage', {});
  expect(records).toMatchObject([{ name: 'Second cabinet', state: 'planning', stationSn: 'PROJ' }]);
  return records[0]!.id;
}

/** Adds a work plan in the tab of the project. */
async function enterPlan(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?tab=plans`);
  await page
    .getByRole('button', { name: /^New work plan$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Work', exact: true }).fill('Mount');
  await fillDate(form.getByRole('textbox', { name: 'From', exact: true }), '2026-01-01');
  await fillDate(form.getByRole('textbox', { name: 'To', exact: true }), '2026-02-01');
  await saveForm(form);
  await shows(page, 'Mount');
}

it('S10: a project is set up, started, finished, settled, announced, confirmed and closed on screen', async () => {
  const id = await enterProject(await leader.open(PROJECTS));
  const address = `${PROJECTS}/${id}`;
  const page = await leader.open(address);
  await isHindered(page, /^Start.*no members yet.*no work plan yet/);
  await enterPlan(page, address);

  const members = [{ userId: worker.userId, role: 'worker' as const }];
  await leader.call('siteMembersPut', { body: { siteId: id, members } });
  const wiring = { siteId: id, name: 'Wiring', due: '2026-01-05' };
  const step = await leader.call('setupItemSave', { body: wiring });
  await page.goto(address);
  await move(page, 'Start', (form) =>
    form.getByRole('textbox', { name: 'Note' }).fill('The crew is on site'),
  );
  await shows(page, 'Under way');
  await isHindered(page, /^Finish.*1 steps are not done yet/);

  const done = { id: step.id, version: step.version, state: 'done' as const, doneOn: '2026-01-04' };
  await leader.call('setupItemSave', { body: { ...wiring, ...done } });
  await page.goto(address);
  await move(page, 'Finish');

  const books = await desk.finance.open(address);
  await move(books, 'Confirm final account', (form) =>
    form.getByRole('textbox', { name: 'Final account' }).fill('1200.50'),
  );
  await page.reload();
  await move(page, 'Announce completion', async (form) => {
    await form.getByRole('textbox', { name: 'Title' }).fill('Second cabinet runs');
    await form.getByRole('textbox', { name: 'Text' }).fill('All is in service.');
  });

  const theirs = await worker.open('/main/message');
  const [announce] = (await leader.call('announceList', { query: { siteId: id } })).records;
  await theirs.getByText('Read and confirm the announcement “Second cabinet runs”').first().click();
  await theirs.waitForURL(`**/announces/${announce!.id}`);
  await shows(theirs, 'All is in service.');
  await worker.call('announceMemberConfirm', { body: { announceId: announce!.id } });
  await page.goto(`/main/ems/map/project/announces/${announce!.id}`);
  await shows(page, 'Agreed');

  await page.goto(address);
  await move(page, 'Close the project');
  await shows(page, 'Closed');
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
});

it('S10: a closed project accepts return visits, and offers no new work plan', async () => {
  const [project] = (await leader.call('executeSitePage', {})).records;
  const address = `${PROJECTS}/${project!.id}`;
  const page = await leader.open(`${address}?tab=plans`);
  await shows(page, 'Mount');
  expect(await page.getByRole('button', { name: /^New work plan$/i }).count()).toBe(0);
  await page.goto(`${address}?tab=returnVisits`);
  await page
    .getByRole('button', { name: /^New return visit$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Contact' }).fill('Ms Chen');
  await form.getByRole('list', { name: 'Score' }).getByRole('radio').nth(3).click();
  await saveForm(form);
  await shows(page, 'Ms Chen');
});

it('S10: the list of all daily logs adds one to an open project, and shows the ones of a closed project', async () => {
  const open = await leader.call('executeSiteCreate', {
    body: { name: 'Third cabinet', state: 'planning', stationSn: 'PROJ', leaderId: leader.userId },
  });
  const page = await leader.open('/main/ems/map/project/logs');
  await page
    .getByRole('button', { name: /^New daily log$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Project' }).click();
  await offer(page, 'Third cabinet').waitFor();
  expect(await offer(page, 'Second cabinet').count()).toBe(0);
  await offer(page, 'Third cabinet').click();
  await form.getByRole('textbox', { name: 'Work done' }).fill('The ground is levelled');
  await saveForm(form);
  const { records } = await leader.call('siteLogPage', { query: { siteId: open.id } });
  expect(records).toMatchObject([{ content: 'The ground is levelled' }]);
  // A filter offers all projects.
  await page
    .getByRole('button', { name: /^Project/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Project' }).last().fill('cabinet');
  await offer(page, 'Second cabinet').waitFor();
});
