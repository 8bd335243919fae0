/**
 * The tree of a product's parts leads from a batch of cells to the station, and from the station to the
 * batch.
 */
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { checkTable, importTable, tableFile, upload } from '../../../support/records/excel.ts';
import { joinTenant, makeSite } from '../../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

let made = 0;
function nextSn(kind: string): string {
  made += 1;
  return `${kind}-${made}`;
}

async function makeProduct(kind: string, more: object = {}) {
  return operator.call('productCreate', { body: { sn: nextSn(kind), kind, ...more } });
}

/** Creates a cabinet at a station, with a pack of two cells of one batch. */
async function makeCabinet() {
  const { station } = await makeSite(operator);
  const batch = await operator.call('productBatchCreate', {
    body: { number: nextSn('B'), kind: 'cell', model: 'LFP314', maker: 'Cells', madeOn: '2026-01-05' },
  });
  const cabinet = await makeProduct('cabinet', { stationSn: station.sn, deliveredOn: '2026-02-01' });
  const pack = await makeProduct('pack', { parentId: cabinet.id });
  const cells = [
    await makeProduct('cell', { parentId: pack.id, batchId: batch.id }),
    await makeProduct('cell', { parentId: pack.id, batchId: batch.id }),
  ];
  return { station, batch, cabinet, pack, cells };
}

const page = (query: object) => operator.call('productPage', { query: { size: 50, ...query } });

async function listDefects(batchId: number) {
  const filter = JSON.stringify({ and: [{ field: 'batchId', op: 'in', value: [batchId] }] });
  return operator.call('productDefectPage', { query: { filter } });
}

describe('the tree of a product', () => {
  it('connects the number of a batch with its cells, and a cell with the station', async () => {
    const { batch, cabinet, pack, cells, station } = await makeCabinet();
    const { records } = await page({ search: batch.number });
    expect(records.map(({ sn }) => sn).toSorted()).toEqual(cells.map(({ sn }) => sn).toSorted());
    expect(records[0]).toMatchObject({ model: 'LFP314', maker: 'Cells', madeOn: '2026-01-05' });
    const above = await operator.call('productGet', { path: { id: records[0]!.parentId! } });
    expect(above).toMatchObject({ id: pack.id, parts: 2 });
    const top = await operator.call('productGet', { path: { id: above.parentId! } });
    expect(top).toMatchObject({ id: cabinet.id, parts: 1, stationSn: station.sn });
  });

  it('has no cycles, and no duplicate serial numbers', async () => {
    const { cabinet, pack } = await makeCabinet();
    const { version } = await operator.call('productGet', { path: { id: cabinet.id } });
    const below = await ask(operator, 'productUpdate', {
      body: { id: cabinet.id, version, parentId: pack.id },
    });
    expect(below).toMatchObject({ status: 409, errors: [{ field: '/parentId' }] });
    const twice = await ask(operator, 'productCreate', { body: { sn: cabinet.sn, kind: 'cabinet' } });
    expect(twice.status).toBe(409);
  });

  it('refuses a delivery without a station and dates in the wrong order', async () => {
    const { station } = await makeSite(operator);
    const wrong = {
      stationSn: { deliveredOn: '2026-02-01' },
      deliveredOn: { stationSn: station.sn, madeOn: '2026-03-01', deliveredOn: '2026-02-01' },
    };
    for (const [field, more] of Object.entries(wrong)) {
      const body = { sn: nextSn('wrong'), kind: 'cabinet', ...more };
      const refused = await ask(operator, 'productCreate', { body });
      expect(refused).toMatchObject({ status: 400, errors: [{ field: `/${field}` }] });
    }
  });

  it('does not delete a product with parts', async () => {
    const { pack, cells } = await makeCabinet();
    expect((await ask(operator, 'productDelete', { path: { id: pack.id } })).status).toBe(409);
    for (const { id } of cells) await operator.call('productDelete', { path: { id } });
    await operator.call('productDelete', { path: { id: pack.id } });
    expect((await ask(operator, 'productGet', { path: { id: pack.id } })).status).toBe(404);
  });
});

describe('defects', () => {
  it('are listed for all products of a batch, and counted while they are open', async () => {
    const { batch, cells } = await makeCabinet();
    const [first] = await Promise.all(
      cells.map(({ id }) =>
        operator.call('productDefectCreate', { body: { productId: id, name: 'Swollen' } }),
      ),
    );
    expect((await listDefects(batch.id)).total).toBe(2);
    const read = () => operator.call('productBatchGet', { path: { id: batch.id } });
    expect(await read()).toMatchObject({ products: 2, openDefects: 2 });
    await operator.call('recordTransition', {
      path: { entity: 'productDefect', id: first!.id },
      body: { name: 'close', version: first!.version, form: { result: 'Replaced' } },
    });
    expect(await read()).toMatchObject({ openDefects: 1 });
  });
});

it('return, change and delete batches and defects', async () => {
  const { batch, cells } = await makeCabinet();
  const defect = await operator.call('productDefectCreate', {
    body: { productId: cells[0]!.id, name: 'Leak' },
  });
  const { id, version } = defect;
  await operator.call('productDefectUpdate', { body: { id, version, name: 'Leaks' } });
  expect(await operator.call('productDefectGet', { path: { id } })).toMatchObject({
    name: 'Leaks',
    batchId: batch.id,
  });
  await operator.call('productDefectDelete', { path: { id } });
  const read = await operator.call('productBatchGet', { path: { id: batch.id } });
  await operator.call('productBatchUpdate', {
    body: { id: batch.id, version: read.version, remark: 'checked' },
  });
  const { records } = await operator.call('productBatchPage', { query: { search: batch.number } });
  expect(records).toMatchObject([{ id: batch.id, remark: 'checked' }]);
  expect((await ask(operator, 'productBatchDelete', { path: { id: batch.id } })).status).toBe(409);
});

it('imports 5,000 cells, and reports the error of each wrong row', async () => {
  const { pack, cells } = await makeCabinet();
  const count = 5_000;
  const rows = Array.from({ length: count }, () => [nextSn('import'), 'cell', pack.sn]);
  rows[10] = [cells[0]!.sn, 'cell', pack.sn];
  rows[20] = [rows[19]![0]!, 'cell', pack.sn];
  rows[30] = [nextSn('import'), 'cell', 'no such pack'];
  rows[40] = [nextSn('import'), 'engine', pack.sn];
  const table = await tableFile([['sn', 'kind', 'parentId'], ...rows]);
  const check = await checkTable(operator, { entity: 'product' }, upload(table));
  expect(check.report).toMatchObject({ total: count, created: count - 4, rejected: 4 });
  // Row 1 of the file is its heading.
  const problems = check.report.problems.map(({ row, column }) => `${row} ${column}`);
  expect(problems.toSorted()).toEqual(['12 sn', '22 sn', '32 parentId', '42 kind']);
  const { report } = await importTable(operator, { entity: 'product' }, check.job);
  expect(report).toMatchObject({ total: count, created: count - 4, rejected: 4 });
  expect(await operator.call('productGet', { path: { id: pack.id } })).toMatchObject({ parts: count - 2 });
});

it('exports the products as a workbook with their defects', async () => {
  const { cabinet } = await makeCabinet();
  const answer = await operator.request('productExcel', {});
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.stringify(sheets)).toContain(cabinet.sn);
});

it('shows nothing to another tenant, and changes nothing for a user who may only list', async () => {
  const { cabinet } = await makeCabinet();
  expect((await ask(stranger, 'productGet', { path: { id: cabinet.id } })).status).toBe(404);
  expect((await stranger.call('productPage', { query: { search: cabinet.sn } })).total).toBe(0);
  const reader = await joinTenant(server, operator.tenantId, ['product:list', 'product:get']);
  expect((await reader.call('productGet', { path: { id: cabinet.id } })).sn).toBe(cabinet.sn);
  const body = { id: cabinet.id, version: cabinet.version, model: 'other' };
  expect((await ask(reader, 'productUpdate', { body })).status).toBe(403);
  expect((await ask(reader, 'productExcel', {})).status).toBe(403);
  expect((await ask(reader, 'productDelete', { path: { id: cabinet.id } })).status).toBe(403);
});
