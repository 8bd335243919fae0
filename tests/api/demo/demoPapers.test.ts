/**
 * No figure in a document of the demo is cut off or broken. Texts do not overlap or extend beyond the page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDefinition } from '../../../generated/definition.ts';
import { documents } from '../../../generated/documents.ts';
import type { Client } from '../../support/calls/client.ts';
import { fullestRecords } from '../../support/records/fullest.ts';
import { readLines, readPdf } from '../../support/records/papers.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

/** The languages of the documents. Each one prints another of the records with the most content. */
const LANGS = ['zh', 'en'] as const;
/**
 * Minimum length of a compared figure. A shorter one may also occur by chance where two figures are adjacent.
 */
const LEAST = 6;
const AMOUNT = /^-?\d+\.\d\d$/;
const DAY_OR_CODE = /^(?:\d{4}-\d\d-\d\d|[A-Z]{1,4}\d[\d-]*)$/;
const GROUPED = { minimumFractionDigits: 2, useGrouping: true };

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ demo: true });
  client = await login(server);
});
afterAll(() => server?.stop());

/** Returns the amounts, days and codes of a record and of its lines, as a document writes them. */
function figuresOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(figuresOf);
  const text = String(value ?? '');
  if (AMOUNT.test(text)) return [Number(text).toLocaleString('en-US', GROUPED)];
  return DAY_OR_CODE.test(text) ? [text] : [];
}

async function fileOf(
  document: DocumentDefinition,
  id: number,
  lang: (typeof LANGS)[number],
): Promise<Uint8Array> {
  const { of: entity, name } = document;
  const path = { entity, id, document: name };
  const response = await client.request('recordDocument', { path, query: { format: 'pdf', lang } });
  expect([response.status, name, id]).toEqual([200, name, id]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the figures that are in the document but not within one line. */
async function brokenFigures(file: Uint8Array, record: object): Promise<string[]> {
  const whole = (await readPdf(file)).text.replace(/\s/g, '');
  const { lines } = await readLines(file);
  const figures = new Set(figuresOf(record).filter(({ length }) => length >= LEAST));
  return [...figures].filter((one) => whole.includes(one) && !lines.some((line) => line.includes(one)));
}

const all: readonly DocumentDefinition[] = Object.values(documents);

describe('a document of the demo', () => {
  it.each(all.map((document) => ({ name: document.name, document })))(
    'shows each figure whole, on its page and apart from all others ($name)',
    async ({ document }) => {
      const records = await fullestRecords(client, document.of, LANGS.length, { where: document.where });
      expect(records.length).toBeGreaterThan(0);
      for (const [at, record] of records.entries()) {
        const lang = LANGS[at]!;
        const file = await fileOf(document, record.id, lang);
        const { collisions, outside } = await readLines(file);
        const broken = await brokenFigures(file, record);
        expect({ id: record.id, lang, collisions, outside, broken }).toEqual({
          ...{ id: record.id, lang, collisions: [], outside: [], broken: [] },
        });
      }
    },
  );
});
