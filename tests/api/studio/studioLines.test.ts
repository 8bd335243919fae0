/**
 * In the studio, a record and its lines are one document. They are checked, applied, exported and reverted
 * together.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { readAnswer } from '../../support/calls/operations.ts';
import { orderWithLines } from '../../support/records/orderWithLines.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

type Document = Record<string, unknown>;
const shown = (name: string) => admin.call('studioDefinition', { path: { kind: 'entity', name } });
const check = async (document: object, name?: string) =>
  admin.call('studioCheck', { body: { kind: 'entity', ...(name && { name }), document: { ...document } } });
const apply = async (document: object, base: number, name?: string) =>
  admin.call('studioApply', {
    body: { kind: 'entity', ...(name && { name }), document: { ...document }, base },
  });
const pointersOf = async (document: object, name?: string) =>
  (await check(document, name)).problems.map(({ pointer }) => pointer);

it('reports an error of a line at its place in the document', async () => {
  const order = orderWithLines();
  expect(await pointersOf(order)).toEqual([]);
  const [line] = order.lines;
  const wrong = { ...line!, list: { columns: ['part', 'gone'] } };
  expect(await pointersOf({ ...order, lines: [wrong] })).toEqual(['/lines/0/list/columns/1']);
  expect(await pointersOf({ ...order, lines: [line, line] })).toEqual(['/lines/1/name']);
  expect(await pointersOf({ ...order, lines: [{ ...line, name: 'quoteLine' }] })).toEqual(['/lines/0/name']);
  expect(await pointersOf({ ...order, lines: 3 })).toContain('/lines');
});

it('previews both tables, and shows the form with its lines', async () => {
  const { plan, form } = await check(orderWithLines());
  const made = plan?.steps.filter((step) => step.do === 'createTable').map(({ what }) => what);
  expect(made).toEqual(['spare_part_order', 'spare_part_order_line']);
  expect(form?.schema).toMatchObject({
    properties: { lines: { type: 'array', items: { properties: { quantity: { type: 'number' } } } } },
  });
});

it('exports a file for each of them', async () => {
  const files = await admin.call('studioExport', {
    body: { kind: 'entity', document: { ...orderWithLines() } },
  });
  expect(files.map(({ path }) => path)).toEqual([
    'schemas/entities/custom/sparePartOrder.json',
    'schemas/entities/custom/sparePartOrderLine.json',
  ]);
  expect(JSON.parse(files[0]!.text)).not.toHaveProperty('lines');
});

it('applies both together: an order has lines, adds them up, and shows them again in the studio', async () => {
  const applied = await apply(orderWithLines(), 0);
  expect(applied.document).toMatchObject({ name: 'sparePartOrder', lines: [{ name: 'sparePartOrderLine' }] });
  const response = await admin.fetch('/manager/sparePartOrder', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.tokens().main}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Filters',
      lines: [
        { part: 'Filter', quantity: 2, price: '10.50' },
        { part: 'Seal', quantity: 3, price: '1' },
      ],
    }),
  });
  expect(await response.json()).toMatchObject({ data: { total: '24.00' } });
});

it('applies changes of the lines alone to both, and refuses an outdated document', async () => {
  const before = await shown('sparePartOrder');
  const document = structuredClone(before.document) as Document & {
    lines: { schema: { properties: Record<string, unknown> } }[];
  };
  document.lines[0]!.schema.properties.note = {
    type: 'string',
    title: { zh: '备注', en: 'Note' },
    maxLength: 100,
  };
  const after = await apply(document, before.base, 'sparePartOrder');
  expect(after.base).toBeGreaterThan(before.base);
  expect(after.history).toHaveLength(2);
  const stale = { kind: 'entity', name: 'sparePartOrder', document, base: before.base };
  expect(await readAnswer(admin, 'studioApply', { body: stale })).toMatchObject({ status: 409 });
  expect(await pointersOf({ ...document, lines: [] }, 'sparePartOrder')).toEqual(['/lines']);

  const version = await admin.call('studioChange', { path: { id: after.history[0]!.id } });
  const noteOf = (side: unknown) => JSON.stringify(side).includes('"note"');
  expect([noteOf(version.document), noteOf(version.previous)]).toEqual([true, false]);
  await admin.call('studioUndo', { body: { id: after.history[0]!.id } });
  expect(JSON.stringify((await shown('sparePartOrder')).document)).not.toContain('"note"');
});

it('reverts both together', async () => {
  const { history } = await shown('sparePartOrder');
  const first = history.find(({ undoneAt }) => undoneAt === null)!;
  await admin.call('studioUndo', { body: { id: first.id } });
  const entries = await admin.call('studioDefinitions', {});
  expect(entries.filter(({ name }) => name.startsWith('sparePart'))).toEqual([]);
});
