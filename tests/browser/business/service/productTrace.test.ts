/** S13: the number of a batch of cells leads to the cabinet, its station and the batch's defects. */
import { expect, it } from 'vitest';
import { type Seat, seat, serveDesk } from '../../../support/browser/desk.ts';
import { keepPicture } from '../../../support/browser/keepPicture.ts';
import { eventually, names } from '../../../support/browser/listPage.ts';

const desk = serveDesk();
const PRODUCTS = '/main/operation/productTraceability/products';

async function makeCabinet(engineer: Seat) {
  await desk.head.call('stationCreate', { body: { sn: 'TRACE', name: 'Trace Works', timeZone: 'UTC' } });
  const batch = await engineer.call('productBatchCreate', {
    body: { number: 'C-2409', kind: 'cell', model: 'LFP314', maker: 'Cells' },
  });
  const make = (sn: string, kind: string, more: object = {}) =>
    engineer.call('productCreate', { body: { sn, kind, ...more } });
  const delivery = { stationSn: 'TRACE', deliveredOn: '2026-02-01' };
  const cabinet = await make('CAB-1', 'cabinet', delivery);
  const pack = await make('CAB-1-M1', 'pack', { parentId: cabinet.id });
  const [first, second] = [
    await make('CELL-1', 'cell', { parentId: pack.id, batchId: batch.id }),
    await make('CELL-2', 'cell', { parentId: pack.id, batchId: batch.id }),
  ];
  await engineer.call('productDefectCreate', { body: { productId: second.id, name: 'Dark weld' } });
  return { cabinet, first };
}

it('finds the cells of a batch below their cabinet, and the defects of the others', async () => {
  const engineer = await seat(desk.server, desk.tenant(), 'Eve Engineer', { role: 'engineering' });
  const { cabinet, first } = await makeCabinet(engineer);
  const page = await engineer.open(`${PRODUCTS}?q=C-2409`);
  await eventually(() => names(page)).toEqual(['CAB-1', 'CAB-1-M1', 'CELL-1', 'CELL-2']);
  await page.getByText('Trace Works').first().waitFor();
  await keepPicture(page, 'product-tree');

  await page.goto(`${PRODUCTS}/${first.id}`);
  await page.getByRole('tab', { name: /^Defects of the same batch/ }).click();
  await page.getByText('Dark weld').first().waitFor();
  await keepPicture(page, 'product-cell');
  await page.goto(`${PRODUCTS}/${cabinet.id}`);
  await page.getByRole('tab', { name: /^Parts/ }).click();
  await page.getByText('CAB-1-M1').first().waitFor();
  expect(await page.getByText('Trace Works').count()).toBeGreaterThan(0);
  await keepPicture(page, 'product-cabinet');

  const phone = await engineer.open(`${PRODUCTS}?q=C-2409`, { width: 390 });
  await eventually(() => names(phone)).toContain('CELL-1');
  await keepPicture(phone, 'product-phone');
});
