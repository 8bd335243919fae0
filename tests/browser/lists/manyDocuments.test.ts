/** S4: the reports of many inspections are made by a job that the user sees, cancels and downloads. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { runSql } from '../../support/calls/world.ts';
import { makeInspection, moveInspection } from '../../support/records/inspections.ts';

const desk = serveDesk();
const MANY = 400;

it('the reports of 400 inspections are canceled without a file, and the report of one is downloaded', async () => {
  const { id } = await makeInspection(desk.head);
  await moveInspection(desk.head, id, 'start');
  await runSql(
    desk.server,
    `insert into inspection (tenant_id, name, station_sn, template_id, day, state, round)
     select tenant_id, name, station_sn, template_id, day, state, round
       from inspection, generate_series(2, $2) where id = $1`,
    id,
    MANY,
  );
  const page = await desk.head.open('/main/operation/siteInspection/tasks?as=table');
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await page.getByRole('button', { name: 'Select all 400 filtered records' }).click();
  // The commands wrap where they have no room beside each other.
  const box = (await page.getByRole('button', { name: 'Documents', exact: true }).boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Inspection report' });
  await keepPicture(page, 'many-documents');
  await dialog.getByRole('button', { name: 'Create documents (400)' }).click();
  await dialog.getByText(/^\d+ of 400$/).waitFor();
  await keepPicture(page, 'many-documents-running');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.getByText('Cancelled. No file is kept.').waitFor();
  await keepPicture(page, 'many-documents-cancelled');
  expect(await dialog.getByRole('link', { name: 'Download' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const [cancelled] = await desk.head.call('jobList', {});
  expect(cancelled).toMatchObject({ kind: 'documents', status: 'cancelled', fileName: null, total: MANY });

  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page
    .getByRole('checkbox', { name: /^Select “/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create documents (1)' }).click();
  await dialog.getByText('The documents were created.').waitFor();
  const download = page.waitForEvent('download');
  await dialog
    .getByRole('link', { name: 'Download' })
    .or(dialog.getByRole('button', { name: 'Download' }))
    .click();
  expect((await download).suggestedFilename()).toBe('Inspection report 1.zip');
});
