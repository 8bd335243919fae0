/**
 * S11: a second user fails a quality check. Its nonconformance is corrected with a photo, and then the check passes.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { entities } from '../../../../generated/entities.ts';
import { fillDate, type Seat, saveForm, seat, serveDesk } from '../../../support/browser/desk.ts';
import { fillForm } from '../../../support/browser/fillForm.ts';
import { offer } from '../../../support/browser/options.ts';
import { uploadPicture } from '../../../support/records/inspections.ts';
import { makeProject } from '../../../support/records/projects.ts';

const desk = serveDesk();
const CHECKS = '/main/operation/qualityCheck';
let engineer: Seat;

beforeAll(async () => {
  engineer = await seat(desk.server, desk.tenant(), 'Engineer Qu', { role: 'engineering' });
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const shows = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();

const isHindered = async (page: Page, why: RegExp): Promise<void> => {
  expect(await page.getByRole('button', { name: why }).getAttribute('aria-disabled')).toBe('true');
};

/** Enters a check of a loose cable and of labels, with the verdicts of its engineer. */
async function enterCheck(): Promise<number> {
  const { id: siteId } = await makeProject(desk.head, engineer.userId);
  const photos = [await uploadPicture(engineer)];
  const torque = { name: 'Torque', kind: 'number' as const, lower: 40, upper: 50, value: 30 };
  const items = [
    { ...torque, remark: 'Loose', photos },
    { name: 'Labels', kind: 'check' as const, result: 'normal' as const },
  ];
  return (await engineer.call('qualityCheckCreate', { body: { siteId, name: 'Termination', items } })).id;
}

it('S11: a failed check passes only after its nonconformance is corrected and verified', async () => {
  const id = await enterCheck();
  const address = `${CHECKS}/${id}`;
  const mine = await engineer.open(address);
  await press(mine, 'Submit');
  await shows(mine, 'Submitted');

  const page = await desk.head.open(address);
  await isHindered(page, /^Pass.*1 items failed/);
  await press(page, 'Fail');
  const fail = page.getByRole('dialog', { name: 'Fail' });
  await fail.getByRole('combobox', { name: 'Responsible' }).click();
  await offer(page, 'Engineer Qu').click();
  await fillDate(fail.getByRole('textbox', { name: 'Due' }), '2099-12-24');
  await saveForm(fail, 'Fail');
  await isHindered(page, /^Corrected.*1 nonconformances are not corrected/);
  await page.getByRole('tab', { name: /^Nonconformance/ }).click();
  await shows(page, 'Torque');

  const filter = JSON.stringify({ and: [{ field: 'checkId', op: 'in', value: [id] }] });
  const [issue] = (await engineer.call('nonConformancePage', { query: { filter } })).records;
  await mine.goto(`/main/ems/map/project/issues/${issue!.id}`);
  await press(mine, 'Corrected');
  const correct = mine.getByRole('dialog', { name: 'Corrected' });
  const { states }: EntityDefinition = entities.nonConformance;
  const form = states?.transitions.find(({ name }) => name === 'correct')?.form;
  await fillForm(mine, correct, form ?? {}, { cause: 'Missed', correction: 'Tightened' });
  await saveForm(correct, 'Corrected');
  await shows(mine, 'Tightened');
  await page.goto(`/main/ems/map/project/issues/${issue!.id}`);
  await press(page, 'Verify');
  await shows(page, 'Closed');

  await mine.goto(address);
  await press(mine, 'Corrected');
  await mine.getByRole('button', { name: /^Submit/ }).waitFor();
  const { items = [], version } = await engineer.call('qualityCheckGet', { path: { id } });
  const again = [{ id: items[0]!.id, value: 44 }, { id: items[1]!.id }];
  await engineer.call('qualityCheckUpdate', { body: { id, version, items: again } });
  await mine.goto(address);
  await press(mine, 'Submit');
  await shows(mine, 'Submitted');
  await page.goto(address);
  await press(page, 'Pass');
  await shows(page, 'Passed');
  expect(await engineer.call('qualityCheckGet', { path: { id } })).toMatchObject({
    ...{ state: 'passed', firstVerdict: 'failed', round: 2, decidedBy: desk.head.userId },
  });
});
