import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { TEST_LANG } from '../../support/browser/language.ts';
import { openSession } from '../../support/browser/session.ts';
import { leaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
const person = { applicant: '', manager: '' };

beforeAll(async () => {
  server = await sharedServer();
  const { db } = server.app;
  const tenantId = await makeTenant(server);
  const permissions = ['leave:*@own'];
  const applicant = await makePerson(server, [tenantId], { permissions });
  const manager = await makePerson(server, [tenantId], { permissions });
  person.applicant = applicant.username;
  person.manager = manager.username;
  await db.tenant(tenantId, async (trx) => {
    const { id } = await trx
      .insertInto('dept')
      .values({ tenantId, name: 'Office', managerId: manager.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const departments = JSON.stringify([{ deptId: id }]);
    await trx.updateTable('user').set({ departments }).where('id', '=', applicant.userId).execute();
  });
});
afterAll(() => server?.stop());

describe('a leave application', () => {
  it('is submitted, then approved by the manager after a badge; the timeline shows both', async () => {
    const mine = await openPage(server);
    await signIn(mine, server, { username: person.applicant, password: PASSWORD });
    await mine.goto('/main/apply');
    await mine.getByRole('button', { name: 'Initiate application' }).click();
    await mine.getByRole('menuitem', { name: 'Leave application' }).click();
    const form = mine.getByRole('dialog', { name: /leave application/i });
    await form.getByLabel('Subject').fill('To the sea');
    await form.getByLabel('Leave type').click();
    await mine.getByTitle('Sick leave', { exact: true }).click();
    for (const label of [/^From/, /^To/]) {
      await form.getByLabel(label).fill('2026-12-01');
      await form.getByLabel(label).press('Tab');
    }
    await form.getByRole('button', { name: 'Save' }).click();
    await mine.getByRole('button', { name: 'Submit for approval' }).click();
    const own = mine.getByRole('list', { name: 'Progress of the approval' });
    await own.getByText('Waiting for').waitFor();

    const theirs = await openPage(server, { width: 390 });
    await signIn(theirs, server, { username: person.manager, password: PASSWORD });
    const bar = theirs.getByRole('navigation', { name: 'Bottom navigation' });
    await bar.getByRole('link', { name: /Tasks 1 open/ }).click();
    await theirs.locator('[data-page=MyTasks]').getByRole('link', { name: 'To the sea' }).click();
    await theirs.getByRole('button', { name: 'Agree', exact: true }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Agree · To the sea' });
    await dialog.getByLabel('Remark').fill('enjoy it');
    await dialog.getByRole('button', { name: 'Agree', exact: true }).click();
    const done = theirs.getByRole('list', { name: 'Progress of the approval' });
    await done.getByText('enjoy it').waitFor();
    expect(await done.locator('li').last().innerText()).toMatch(/^Agreed/);

    await mine.reload();
    await own.getByText('enjoy it').waitFor();
    await mine.goto('/main/message');
    await mine.getByRole('link', { name: 'Leave application “To the sea” was approved' }).waitFor();
  });

  it('is delegated, rejected with a reason, and withdrawn, on screen', async () => {
    const team = await leaveTeam(server);
    const requests = [];
    for (let no = 0; no < 3; no++) requests.push(await submit(team.applicant));
    const [handed, rejected, returned] = requests.map(({ record }) => record.subject);
    const open = async (who: Member) => {
      const page = await openPage(server);
      await who.client.call('updateInfoData', { body: { lang: TEST_LANG } });
      await openSession(page.context(), server.url, who.client);
      await page.goto('/main/apply');
      return page;
    };
    const page = await open(team.manager);
    const act = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: handed }).click();
    await act('Hand over');
    const hand = page.getByRole('dialog', { name: 'Hand over', exact: true });
    const { name } = await team.colleague.client.call('getPrincipal');
    await hand.getByRole('combobox').fill(name);
    await page.getByTitle(name, { exact: true }).click();
    await hand.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Handed over', { exact: true }).waitFor();
    expect((await team.colleague.client.call('approvalPending')).total).toBe(1);

    await page.goto('/main/apply');
    await page.getByRole('button', { name: rejected }).click();
    await act('Reject');
    const why = page.getByRole('dialog', { name: `Reject · ${rejected}` });
    await why.getByRole('button', { name: 'Reject' }).click();
    await why.getByLabel('Why it is rejected').fill('All are away');
    await why.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('All are away').waitFor();

    const mine = await open(team.applicant);
    await mine.goto('/main/apply?view=initiated');
    await mine.getByRole('button', { name: returned }).click();
    await mine.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await mine
      .getByRole('dialog', { name: /Withdraw/ })
      .getByRole('button', { name: 'Withdraw' })
      .click();
    await mine.getByText('Withdrawn. The record is a draft again.').waitFor();
    expect((await team.manager.client.call('approvalPending')).total).toBe(0);
  });
});
