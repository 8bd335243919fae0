/** The page of a product opens its parts level by level, compares two products, and says where a batch is used. */
import { expect, it } from 'vitest';
import { seat, serveDesk } from '../../../support/browser/desk.ts';
import { keepPicture } from '../../../support/browser/keepPicture.ts';
import { eventually, names } from '../../../support/browser/listPage.ts';
import { offer } from '../../../support/browser/options.ts';
import { runSql } from '../../../support/calls/world.ts';

const desk = serveDesk();
const PRODUCTS = '/main/operation/productTraceability/products';

async function makeTwo(engineer: Awaited<ReturnType<typeof seat>>) {
  const batch = await engineer.call('productBatchCreate', {
    body: { number: 'C-2611', kind: 'cell', model: 'LFP314' },
  });
  const make = (sn: string, kind: string, more: object = {}) =>
    engineer.call('productCreate', { body: { sn, kind, ...more } });
  const makeCabinet = async (sn: string, cells: number) => {
    const cabinet = await make(sn, 'cabinet', { model: 'WD-C215' });
    const pack = await make(`${sn}-M1`, 'pack', { parentId: cabinet.id, quantity: 5, model: 'WD-M52' });
    await make(`${sn}-CELLS`, 'cell', { parentId: pack.id, batchId: batch.id, quantity: cells });
    return cabinet;
  };
  return [await makeCabinet('ASM-1', 52), await makeCabinet('ASM-2', 48)] as const;
}

it('opens the parts by keyboard, compares them, and finds all cabinets with cells of a batch', async () => {
  const engineer = await seat(desk.server, desk.tenant(), 'Asa Engineer', { role: 'engineering' });
  const [first] = await makeTwo(engineer);
  const page = await engineer.open(`${PRODUCTS}/${first.id}`);
  await page.getByRole('tab', { name: 'Assembly' }).click();
  const tree = page.getByRole('treegrid', { name: 'Parts by level' });
  const cells = (name: string) => tree.getByRole('row', { name: new RegExp(name) }).getByRole('gridcell');
  await tree.getByRole('link', { name: 'ASM-1-M1' }).focus();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('link', { name: 'ASM-1-CELLS' }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('ASM-1-CELLS');
  expect(await cells('ASM-1-CELLS').allInnerTexts()).toEqual(['ASM-1-CELLS', 'Cell', 'LFP314', '52', '260']);
  await keepPicture(page, 'product-assembly');

  await page.getByText('Totals and comparison').click();
  const sums = page.getByRole('table', { name: 'Totals and comparison' });
  await sums.getByRole('row', { name: /LFP314.*260/ }).waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).fill('ASM-2');
  await offer(page, 'ASM-2 · Cabinet · WD-C215').click();
  await sums.getByRole('row', { name: /LFP314.*260.*240.*Different quantity/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await eventually(() => sums.getByRole('row').count()).toBe(2);
  await keepPicture(page, 'product-compared');

  await page.goto(`${PRODUCTS}/${first.id + 2}`);
  await page.getByRole('tab', { name: 'Assembly' }).click();
  await page.getByText('Used in', { exact: true }).click();
  const use = page.getByRole('table', { name: 'Used in' });
  await use.getByRole('row', { name: /ASM-1 ?Top level.*260/ }).waitFor();
  await page.getByRole('combobox', { name: 'Use of' }).click();
  await page.getByTitle('Same Batch').click();
  await use.getByRole('row', { name: /ASM-2 ?Top level.*240/ }).waitFor();
  await keepPicture(page, 'product-use');

  const phone = await engineer.open(`${PRODUCTS}/${first.id}`, { width: 390 });
  await phone.getByRole('tab', { name: 'Assembly' }).click();
  await phone.getByRole('button', { name: 'Parts of ASM-1-M1' }).click();
  await phone.getByRole('link', { name: 'ASM-1-CELLS' }).waitFor();
  await keepPicture(phone, 'product-assembly-phone');
});

it('loads the levels of a list with more than 2,000 products when they are opened', async () => {
  const engineer = await seat(desk.server, desk.tenant(), 'Lea Engineer', { role: 'engineering' });
  const rack = await engineer.call('productCreate', { body: { sn: 'AA-RACK', kind: 'cabinet' } });
  await runSql(
    desk.server,
    `insert into product (tenant_id, sn, kind, parent_id, quantity, created_by, updated_by)
     select tenant_id, 'AA-' || lpad(n::text, 5, '0'), 'cell', id, 1, created_by, updated_by
       from product, generate_series(1, 2100) n where id = $1`,
    rack.id,
  );
  const page = await engineer.open(PRODUCTS);
  await eventually(() => names(page)).toContain('AA-RACK');
  expect(await names(page)).not.toContain('AA-00001');
  const branch = page.getByRole('button', { name: 'Below “AA-RACK”' });
  await branch.click();
  await eventually(() => names(page)).toContain('AA-00001');
  expect(await branch.getAttribute('aria-expanded')).toBe('true');
});
