/**
 * Reads a product with 20,000 parts at three levels. It measures opening a level, comparing all parts with another
 * product, and finding the use of a batch of cells. Each alternates with a page of 200 products. Figures are medians.
 */
import assert from 'node:assert/strict';
import { runSql } from '../tests/support/calls/world.ts';
import { type Client, login, type TestServer } from '../tests/support/server/server.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const ROUNDS = sized(40, 2);
const WARM = sized(5, 0);
const CABINETS = sized(20, 2);
const PACKS = sized(20, 2);
const CELLS = sized(49, 3);
const PARTS = CABINETS * (1 + PACKS * (1 + CELLS));
/** The maximum time of each, as a multiple of a page of the list. */
const GOALS = { level: 1, compare: 10, use: 5 };

/** Makes a rack with its cabinets, their packs and cells, all cells of one batch. */
async function makeRack(server: TestServer, admin: Client, sn: string, batchId: number): Promise<number> {
  const rack = await admin.call('productCreate', { body: { sn, kind: 'other', model: sn } });
  const fill = (kind: string, mark: string, count: number, above: string) =>
    runSql(
      server,
      `insert into product (tenant_id, sn, kind, model, batch_id, parent_id, quantity)
       select tenant_id, sn || $2 || n, $1, $1 || n % 5, case when $1 = 'cell' then $3::int8 end, id, 2
         from product, generate_series(1, $4::int) n where sn like $5`,
      ...[kind, mark, batchId, count, above],
    );
  await fill('cabinet', '-C', CABINETS, sn);
  await fill('pack', '-P', PACKS, `${sn}-C%`);
  await fill('cell', '-Z', CELLS, `${sn}-C%-P%`);
  return rack.id;
}

async function benchAssembly(): Promise<void> {
  const server = await startFresh();
  try {
    const admin = await login(server);
    const batch = await admin.call('productBatchCreate', { body: { number: 'B', kind: 'cell' } });
    const [rack, other] = [
      await makeRack(server, admin, 'RACK', batch.id),
      await makeRack(server, admin, 'OTHER', batch.id),
    ];
    await runSql(server, 'analyze product');
    const [cell] = await runSql<{ id: string }>(
      server,
      "select min(id)::text as id from product where kind = 'cell'",
    );
    const filter = (above: number) =>
      JSON.stringify({ and: [{ field: 'parentId', op: 'eq', value: above }] });
    const product = (id: number) => ({ path: { entity: 'product', id } });
    const requests = {
      page: () => admin.call('productPage', { query: { size: 200 } }),
      level: () => admin.call('productPage', { query: { size: 200, filter: filter(rack) } }),
      compare: () => admin.call('recordAssembly', { ...product(rack), query: { with: other } }),
      use: () =>
        admin.call('recordUse', { ...product(Number(cell!.id)), query: { by: 'batchId', size: 200 } }),
    };
    assert.equal((await requests.level()).records.length, CABINETS);
    assert.equal((await requests.compare()).parts, PARTS);
    assert.equal((await requests.use()).total, 2 * (1 + CABINETS * (1 + PACKS)));
    const times: Record<keyof typeof requests, number[]> = { page: [], level: [], compare: [], use: [] };
    for (let round = 0; round < WARM + ROUNDS; round++)
      for (const name of ['page', 'level', 'compare', 'use'] as const) {
        const start = performance.now();
        await requests[name]();
        if (round >= WARM) times[name].push(performance.now() - start);
      }
    const page = median(times.page);
    for (const name of ['level', 'compare', 'use'] as const) {
      const value = median(times[name]) / page;
      const verdict = keepRatio({ name, value, goal: GOALS[name], better: 'less' });
      console.log(
        `${name} of ${PARTS} parts: ${median(times[name]).toFixed(1)} ms, a page of the list ${page.toFixed(1)} ms: ${value.toFixed(2)} times (${verdict})`,
      );
    }
  } finally {
    await server.stop();
  }
}

await benchAssembly();
