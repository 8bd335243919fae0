/** The bids of a tender are shown side by side, and the best values are marked. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { ESTIMATE, later, moveRecord } from '../../support/records/tenders.ts';

const desk = serveDesk();
const { head } = desk;

it('compares bids by field, by keyboard, and on a phone', async () => {
  const { id: customerId } = await head.call('intoCustomer', { body: { name: 'Beside Works' } });
  const times = { submitBy: later(72), openAt: later(96) };
  const tender = await head.call('tenderCreate', {
    body: { name: 'Beside', issuer: 'Park', customerId, lines: ESTIMATE, ...times },
  });
  await moveRecord(head, 'tender', tender.id, 'plan');
  for (const [lot, amount] of [
    ['1', '900000.00'],
    ['2', '800000.00'],
  ])
    await head.call('bidCreate', {
      body: { tenderId: tender.id, lot: lot!, name: `Lot ${lot}`, amount: amount! },
    });
  const address = `/main/operation/tender/info/${tender.id}`;
  const page = await head.open(address);
  await page.getByRole('tab', { name: 'Bid', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Show as' }).getByTitle('Side by side').click();
  const table = page.getByRole('table', { name: 'Side by side' });
  const amounts = table.getByRole('row', { name: /^Amount/ });
  await amounts.waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    expect.stringContaining('Lot 2'),
    expect.stringContaining('Lot 1'),
  ]);
  const best = amounts.getByRole('cell').filter({ has: page.getByRole('img', { name: 'Best value' }) });
  expect(await best.allInnerTexts()).toEqual([expect.stringContaining('800,000.00')]);
  await table.getByRole('button', { name: 'Lot 2', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Lot 1');
  await keepPicture(page, 'bids-compared');

  const phone = await head.open(address, { width: 390 });
  await phone.getByRole('tab', { name: 'Bid', exact: true }).click();
  // The choice of the user is the same on every device.
  await phone.getByRole('table', { name: 'Side by side' }).waitFor();
  await keepPicture(phone, 'bids-compared-phone');
});
