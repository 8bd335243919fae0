/** A paper says everything whole: no word, number or head is broken, and no column runs into another. */
import { describe, expect, it } from 'vitest';
import type { PaperBlock, PaperTable, StampedPaper } from '../../../../../server/engine/documents/paper.ts';
import makePdf from '../../../../../server/engine/documents/pdfTask.ts';
import { fitTable } from '../../../../../server/engine/documents/tableWidths.ts';
import { readLines, readPdf } from '../../../../support/records/papers.ts';

const paperOf = (blocks: PaperBlock[], more: Partial<StampedPaper> = {}): StampedPaper => ({
  ...{ lang: 'en', title: 'Sales contract', number: 'SO202611-0047', from: 'Suzhou' },
  ...{ asOf: '2026-11-25T10:00:00Z', isLandscape: false, isLabel: false, code: '0123456789ab', blocks },
  ...more,
});

async function makeFile(blocks: PaperBlock[], more: Partial<StampedPaper> = {}): Promise<Uint8Array> {
  for await (const file of makePdf(paperOf(blocks, more))) return file;
  throw new Error('no file was made');
}

const HEADS = [
  'Item',
  'Unit',
  'Quantity',
  'Unit price (CNY)',
  'Discount',
  'Tax rate',
  'Net (CNY)',
  'Gross (CNY)',
];
const ROW = ['Cabinet SO202611-0047', 'set', '100.000', '1,234,567.89', '0.00%', '13.00%', '99,999,999.99'];

const tableOf = (heads: readonly string[], row: readonly string[]): PaperTable => ({
  columns: heads.map((label, at) => ({ label, width: 100 / heads.length, isFigure: at > 1 })),
  rows: [[...row], [...row]],
});
const blockOf = (table: PaperTable): PaperBlock => ({ kind: 'table', table, totals: [], sums: table });

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.split(' '));

describe('a table on paper', () => {
  it.each([
    ['as of a quotation', HEADS, [...ROW, '112,999,999.99']],
    ['as wide as a page', [...HEADS, ...HEADS], [...ROW, '112,999,999.99', ...ROW, '112,999,999.99']],
  ])('breaks no word and no number, %s', async (_name, heads, row) => {
    const { lines, collisions } = await readLines(await makeFile([blockOf(tableOf(heads, row))]));
    expect(collisions).toEqual([]);
    const words = lines.flatMap((line) => line.split(' '));
    for (const word of wordsOf([...heads, ...row, 'SO202611-0047'])) expect(words).toContain(word);
  });

  it('gives each column its longest word or number before anything else', () => {
    const measure = (text: string) => text.length;
    const table = tableOf(['A', 'Description', 'Amount'], ['x', 'some words that may break', '1,234.00']);
    const { widths, fontSize } = fitTable(table, 250, measure);
    expect(fontSize).toBe(9);
    for (const [at, least] of [1, 11, 8].entries())
      expect(widths[at]).toBeGreaterThanOrEqual(least * fontSize);
    expect(fitTable(table, 120, measure).fontSize).toBeLessThan(9);
  });
});

describe('letters on paper', () => {
  it('come from the first font that has them', async () => {
    const paragraphs = ['Łódź Ångström Việt Ελλάδα Киев', '苏州 東京 ひらがな', '한국어 회사', 'ภาษาไทย'];
    const { text } = await readPdf(await makeFile([{ kind: 'text', paragraphs }]));
    for (const word of paragraphs.join(' ').split(' ')) expect(text.normalize('NFC')).toContain(word);
    expect(text).not.toContain('□');
  });

  it('that no font has are refused by their names', async () => {
    for (const [letter, code] of [
      ['\u{20bb7}', 'U+20BB7'],
      ['ש', 'U+05E9'],
      ['ع', 'U+0639'],
    ])
      await expect(makeFile([{ kind: 'text', paragraphs: [`a ${letter}`] }])).rejects.toMatchObject({
        key: 'document.noLetter',
        params: { letter, code },
      });
  });
});

describe('signatures', () => {
  it('stay with the sentence before them, however long the rest is', async () => {
    for (let count = 20; count < 48; count += 1) {
      const paragraphs = [...Array.from({ length: count }, (_, at) => `LINE${at}`), 'CLOSING'];
      const blocks: PaperBlock[] = [
        { kind: 'text', paragraphs },
        { kind: 'signatures', places: ['SELLER', 'BUYER'] },
      ];
      const { pages } = await readPdf(await makeFile(blocks));
      const page = pages.find((one) => one.includes('SELLER'));
      expect(page, `${count} lines`).toContain('CLOSING');
      expect(page, `${count} lines`).toContain('BUYER');
    }
  });
});
