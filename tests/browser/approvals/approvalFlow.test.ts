import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { TEST_LANG } from '../../support/browser/language.ts';
import { openSession } from '../../support/browser/session.ts';
import { approve, flowTeam } from '../../support/people/flows.ts';
import { draft, type LeaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
let publish: Awaited<ReturnType<typeof flowTeam>>['publish'];
let colleague: string;

beforeAll(async () => {
  server = await sharedServer();
  ({ team, publish } = await flowTeam(server));
  colleague = (await team.colleague.client.call('getPrincipal')).name;
});
afterAll(() => server?.stop());

async function openAs(who: Member, path: string, width = 1440, allow: RegExp[] = []): Promise<Page> {
  const page = await openPage(server, { width, allow });
  await who.client.call('updateInfoData', { body: { lang: TEST_LANG } });
  await openSession(page.context(), server.url, who.client);
  await page.goto(path);
  return page;
}

const FLOW = '/main/operation/approvalFlow?entity=leave';

describe('the flow of a tenant', () => {
  it('is designed by keyboard and mouse, tried, and published once it has no errors', async () => {
    const page = await openAs(team.office, FLOW);
    const drawing = page.getByRole('region', { name: 'Drawing' });
    await drawing.getByRole('button', { name: /Step 1 of 3 Department manager/ }).waitFor();

    await drawing.getByRole('button', { name: 'Add after Department manager' }).click();
    await page.getByRole('menuitem', { name: 'Condition' }).click();
    const settings = page.getByRole('complementary', { name: 'Settings of Condition' });
    const path = settings.getByRole('group', { name: 'Path 1' });
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('The path “Path 1” has no condition: set one').waitFor();
    await path.getByRole('button', { name: 'Add condition' }).click();
    await path.getByRole('combobox', { name: 'Field', exact: true }).click();
    await page.getByTitle('Days', { exact: true }).click();
    await path.getByRole('combobox', { name: /comparison/i }).click();
    await page.getByTitle('is greater than', { exact: true }).click();
    await path.getByRole('spinbutton', { name: 'Days' }).fill('5');
    await problems.getByText('The path “Path 1” has no condition').waitFor({ state: 'detached' });

    await drawing.getByRole('button', { name: 'Add at the beginning' }).nth(1).click();
    await page.getByRole('menuitem', { name: 'Approval', exact: true }).click();
    await problems.getByRole('button', { name: 'Approval: choose the approvers' }).click();
    const step = page.getByRole('complementary', { name: 'Settings of Approval' });
    await step.getByRole('combobox', { name: 'People', exact: true }).fill(colleague);
    await page.getByTitle(colleague, { exact: true }).click();
    await step.getByRole('textbox', { name: 'Name', exact: true }).fill('Long leave');
    await drawing.getByRole('button', { name: new RegExp(`of 5 Long leave ${colleague}`) }).waitFor();
    const named = page.getByRole('complementary', { name: 'Settings of Long leave' });
    await named.getByRole('combobox', { name: 'With several approvers' }).click();
    await page.getByTitle('Some must agree', { exact: true }).click();
    await named.getByRole('spinbutton', { name: 'Minimum of approvals' }).fill('3');
    await named.getByRole('checkbox', { name: /Skip people who agreed in another step/ }).check();
    await drawing.getByRole('button', { name: /Long leave .*At least 3 must agree/ }).waitFor();
    await named.getByRole('spinbutton', { name: 'Hours' }).fill('16');
    await named.getByRole('checkbox', { name: /^Count working hours only/ }).check();
    await drawing.getByRole('button', { name: /Long leave .*within 16 working hours/ }).waitFor();
    await named.getByRole('combobox', { name: 'Fields to fill in during approval' }).click();
    await page.getByTitle('Reason', { exact: true }).click();
    await page.keyboard.press('Escape');
    await named.getByRole('checkbox', { name: 'Reason is required' }).check();
    await keepPicture(page, 'approvalFlow-votes');

    await page.getByRole('button', { name: 'Who would decide?' }).click();
    const trial = page.getByRole('dialog', { name: 'Who would decide?' });
    await trial.getByRole('spinbutton', { name: 'Days' }).fill('9');
    await trial.getByRole('button', { name: 'Show approvers' }).click();
    const answer = trial.getByRole('region', { name: 'Approvers' });
    await answer.getByText(colleague).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const difference = dialog
      .getByRole('region', { name: 'Compared with the flow in force' })
      .getByRole('listitem');
    expect(await difference.allInnerTexts()).toEqual(['Added Condition', 'Added Long leave']);
    await keepPicture(page, 'approvalFlow-difference');
    await dialog.getByLabel('Version note').fill('Long leave is asked twice');
    await dialog.getByRole('checkbox', { name: 'I have read this' }).check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1', { exact: true }).first().waitFor();
    const design = await team.office.client.call('approvalFlow', { path: { entity: 'leave' } });
    expect(design).toMatchObject({ version: 1, draft: null });
    expect(JSON.stringify(design.steps)).toContain('"atLeast":3');
    expect(JSON.stringify(design.steps)).toContain('"working":true');
    expect(JSON.stringify(design.steps)).toContain('"asks":[{"field":"reason","required":true}]');
    await page.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions
      .getByRole('region', { name: 'Compared with the previous version' })
      .getByText('Long leave')
      .waitFor();
    await keepPicture(page, 'approvalFlow-versions');
    await page.keyboard.press('Escape');

    const card = drawing.getByRole('button', { name: /Department manager/ }).first();
    await card.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await drawing.getByRole('button', { name: /Step \d of 5 Department manager/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await drawing.getByRole('button', { name: /Step 1 of 5 Department manager/ }).focus();
    await page.keyboard.press('Delete');
    await drawing
      .getByRole('button', { name: /Department manager/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await drawing.getByRole('button', { name: /Step 1 of 5 Department manager/ }).waitFor();
  });

  it('is shown and tried on a phone, as a list', async () => {
    const page = await openAs(team.office, FLOW, 390);
    await page.getByRole('button', { name: /Step 1 of \d Department manager/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Drawing' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Who would decide?' }).click();
    await page.getByRole('button', { name: 'Show approvers' }).click();
    await page.getByRole('region', { name: 'Approvers' }).getByText('Department manager').waitFor();
  });
});

describe('who decides', () => {
  it('adds an approver on the phone, and returns the request with a reason', async () => {
    const { request, record } = await submit(team.applicant);
    const page = await openAs(team.manager, `/main/apply?request=${request.id}`, 390);
    await page.getByRole('button', { name: 'Add a signer' }).click();
    const add = page.getByRole('dialog', { name: /^Add a signer/ });
    await add.getByLabel('Additional approver').fill(colleague);
    await page.getByTitle(colleague, { exact: true }).click();
    await add.getByRole('button', { name: 'Add a signer' }).click();
    await page.getByText('Signers were added').waitFor();
    await page
      .getByRole('list', { name: 'Progress of the approval' })
      .getByText(`Waiting for ${colleague}`)
      .waitFor();

    const theirs = await openAs(team.colleague, `/main/apply?request=${request.id}`);
    await theirs.getByRole('button', { name: 'Send back' }).click();
    const back = theirs.getByRole('dialog', { name: /^Send back/ });
    await back.getByLabel('Why it is sent back').fill('Which weeks?');
    await back.getByRole('button', { name: 'Send back' }).click();
    await theirs.getByText('Sent back', { exact: true }).waitFor();
    await theirs.getByRole('list', { name: 'Progress of the approval' }).getByText('Which weeks?').waitFor();
    expect(await team.applicant.client.call('leaveGet', { path: { id: record.id } })).toMatchObject({
      status: 'draft',
    });
  });

  it('is chosen by the applicant if the step allows it', async () => {
    await publish([approve('pick', { by: {}, chosen: true })]);
    const { id } = await draft(team.applicant);
    const page = await openAs(team.applicant, `/main/apply/leave/applications/${id}`, 1440, [
      /status of 409/,
    ]);
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    const question = page.getByRole('dialog', { name: 'Choose approvers' });
    const send = question.getByRole('button', { name: 'Submit for approval' });
    expect(await send.isDisabled()).toBe(true);
    await question.getByLabel('pick').fill(colleague);
    await page.getByTitle(colleague, { exact: true }).click();
    await question.getByText('Choose approvers').click();
    await keepPicture(page, 'approvalFlow-choice');
    await send.click();
    const progress = page.getByRole('list', { name: 'Progress of the approval' });
    await progress.getByText(`Waiting for ${colleague}`).waitFor();
  });

  it('fills in the fields of the step on the phone', async () => {
    await publish([
      approve('seen', { by: { users: [team.manager.id] }, asks: [{ field: 'reason', required: true }] }),
    ]);
    const { request, record } = await submit(team.applicant, { reason: null });
    const page = await openAs(team.manager, `/main/apply?request=${request.id}`, 390);
    await page.getByRole('button', { name: 'Agree', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^Agree/ });
    await form.getByRole('button', { name: 'Agree' }).click();
    await form.getByText('Reason is required').waitFor();
    await form.getByLabel('Reason').fill('Agreed on the phone');
    await keepPicture(page, 'approvalFlow-asks');
    await form.getByRole('button', { name: 'Agree' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await team.applicant.client.call('leaveGet', { path: { id: record.id } })).toMatchObject({
      ...{ status: 'agreed', reason: 'Agreed on the phone' },
    });
  });
});
