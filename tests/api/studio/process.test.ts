/**
 * Builds the example process of the guide from its files: with codegen in an empty project, then on a server.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { ask } from '../../support/calls/ask.ts';
import { define } from '../../support/calls/definitions.ts';
import { guideFiles, writeGuideFiles } from '../../support/project/guide.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const FILES = /custom\/(?:warehouse|stocktake|stocktakeLine)\.json$/;

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

interface Document {
  name: string;
  schema: { properties: Record<string, object> };
}

async function definitions(): Promise<Map<string, Document>> {
  const files = Object.entries(await guideFiles()).filter(([path]) => FILES.test(path));
  return new Map(files.map(([, text]) => JSON.parse(text) as Document).map((one) => [one.name, one]));
}

/**
 * Returns the document with its fields only. A record and its lines refer to each other, so the rest is added in a
 * second step.
 */
function fieldsAlone(document: Document, ...without: string[]): Document {
  const { name, schema, ...rest } = document;
  const remaining = Object.entries(schema.properties).filter(([field]) => !without.includes(field));
  const { title, label, api, unique } = rest as Record<string, unknown>;
  const list = { columns: [label] };
  return {
    name,
    schema: { ...schema, properties: Object.fromEntries(remaining) },
    title,
    label,
    api,
    unique,
    list,
  } as Document;
}

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
});
afterAll(() => server?.stop());

describe('the process of the guide', () => {
  it('passes the codegen in an empty project', async () => {
    const root = await mkdtemp(join(tmpdir(), 'wattdeck-process-'));
    try {
      await cp(join(PROJECT, 'schemas/meta'), join(root, 'schemas/meta'), { recursive: true });
      await mkdir(join(root, 'generated'));
      expect(await writeGuideFiles(root, FILES)).toHaveLength(3);
      const start = performance.now();
      const files = await generate(root);
      console.log(`the codegen of the process took ${Math.round(performance.now() - start)} ms`);
      expect(files['operations.ts']).toContain('stocktakeCreate');
      expect(files['tables.json']).toContain("\\\"state\\\" in ('open', 'counting')");
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('works on a running server, one definition after the other', async () => {
    const all = await definitions();
    const [warehouse, stocktake, line] = ['warehouse', 'stocktake', 'stocktakeLine'].map(
      (name) => all.get(name)!,
    );
    const start = performance.now();
    await define(admin, fieldsAlone(warehouse!));
    await define(admin, fieldsAlone(stocktake!, 'differences', 'items'));
    await define(admin, line!);
    await define(admin, stocktake!, false);
    await define(admin, warehouse!, false);
    console.log(`the process was applied in ${Math.round(performance.now() - start)} ms`);
  });

  it('assigns numbers, counts, allows one open record, asks, notifies and locks', async () => {
    const { id: warehouseId } = await books.create('warehouse', { name: '东仓' });
    const lines = [
      { item: 'Bolt', expected: 10, counted: 9 },
      { item: 'Nut', expected: 5, counted: 5 },
    ];
    const first = await books.create('stocktake', { warehouseId, lines });
    expect(first).toMatchObject({ state: 'open', differences: 1 });
    expect(first.number).toMatch(/^ST\d{4}-001$/);
    expect(first.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await books.ask('POST', 'stocktake', { warehouseId })).toMatchObject({
      status: 409,
      errors: [{ field: '/warehouseId', msg: 'This warehouse has an unfinished stocktake' }],
    });
    const move = (id: number, version: number, name: string, form?: object) =>
      ask(admin, 'recordTransition', { path: { entity: 'stocktake', id }, body: { name, version, form } });
    const message = { message: 'today, please' };
    expect(await move(first.id, 1, 'chase', message)).toMatchObject({ status: 200, data: { state: 'open' } });
    expect(await move(first.id, 2, 'start')).toMatchObject({ data: { state: 'counting' } });
    expect(await move(first.id, 3, 'close')).toMatchObject({ errors: [{ field: '/form/conclusion' }] });
    const done = await move(first.id, 3, 'close', { conclusion: 'One bolt is missing' });
    expect(done).toMatchObject({ data: { state: 'closed', conclusion: 'One bolt is missing' } });
    expect(
      await books.ask('PUT', 'stocktake', { id: first.id, version: 4, day: '2026-01-01' }),
    ).toMatchObject({
      status: 409,
    });
    const second = await books.create('stocktake', { warehouseId });
    const body = {
      selection: { ids: [first.id, second.id] },
      ...{ expected: 2, name: 'chase', form: message },
    };
    const outcome = await ask(admin, 'recordBulkTransition', { path: { entity: 'stocktake' }, body });
    expect(outcome.data).toMatchObject({ count: 1, refused: [{ id: first.id }] });
    expect(outcome.data.refused[0]?.reason).toContain('Open');
  });
});
