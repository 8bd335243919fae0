import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const person = { applicant: '', manager: '' };

beforeAll(async () => {
  server = await startServer();
  const { db } = server.app;
  const tenantId = await makeTenant(db);
  const permissions = ['leave:*@own'];
  const applicant = await makePerson(db, [tenantId], { permissions });
  const manager = await makePerson(db, [tenantId], { permissions });
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
  it('is initiated and submitted, then agreed by the manager, whom a badge told; the timeline says so', async () => {
    const mine = await openPage(server, { lang: 'en' });
    await signIn(mine, server, { username: person.applicant, password: PASSWORD });
    await mine.goto('/main/apply');
    await mine.getByRole('button', { name: 'Initiate application' }).click();
    await mine.getByRole('menuitem', { name: 'Leave application' }).click();
    const form = mine.getByRole('dialog', { name: /leave application/i });
    await form.getByLabel('Subject').fill('To the sea');
    await form.getByLabel('Leave type').click();
    await mine.getByTitle('Annual leave').click();
    for (const label of [/^From/, /^To/]) {
      await form.getByLabel(label).fill('2026-12-01');
      await form.getByLabel(label).press('Enter');
    }
    await form.getByLabel('Days').fill('1');
    await form.getByRole('button', { name: 'Save' }).click();
    await mine.getByRole('button', { name: 'Submit for approval' }).click();
    const own = mine.getByRole('list', { name: 'Progress of the approval' });
    await own.getByText('Waiting for').waitFor();

    const theirs = await openPage(server, { lang: 'en', width: 390 });
    await signIn(theirs, server, { username: person.manager, password: PASSWORD });
    const bar = theirs.getByRole('navigation', { name: 'Bottom navigation' });
    await bar.getByRole('link', { name: /Approvals 1 open/ }).click();
    await theirs.locator('[data-page=Approvals]').getByRole('button', { name: 'To the sea' }).click();
    await theirs.getByRole('button', { name: 'Agree', exact: true }).click();
    const ask = theirs.getByRole('dialog', { name: 'Agree · To the sea' });
    await ask.getByLabel('Remark').fill('enjoy it');
    await ask.getByRole('button', { name: 'Agree', exact: true }).click();
    const done = theirs.getByRole('list', { name: 'Progress of the approval' });
    await done.getByText('enjoy it').waitFor();
    expect(await done.locator('li').last().innerText()).toMatch(/^Agreed/);

    await mine.reload();
    await own.getByText('enjoy it').waitFor();
    await mine.goto('/main/message');
    await mine.getByRole('link', { name: 'Leave application “To the sea” was agreed' }).waitFor();
  });
});
