/** Tests that a document breaks no word, number or heading, and that no column overlaps another. */
import { describe, expect, it } from 'vitest';
import type { PaperBlock, PaperTable, StampedPaper } from '../../../../../server/engine/documents/paper.ts';
import makePdf from '../../../../../server/engine/documents/pdfTask.ts';
import { fitTable } from '../../../../../server/engine/documents/tableWidths.ts';
import { readLines, readPdf } from '../../../../support/records/papers.ts';
import { makeRandom } from '../../../../support/telemetry/random.ts';

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

/** Returns all texts of these blocks. */
const textsOf = (blocks: readonly PaperBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'pairs') return block.pairs.map(({ text }) => text);
    if (block.kind !== 'table') return [];
    const rows = [block.table, ...(block.sums ? [block.sums] : [])].flatMap((table) => table.rows.flat());
    return [...rows, ...block.totals.map(({ text }) => text)];
  });

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

  it('gives each column first the width of its longest word or number', () => {
    const measure = (text: string) => text.length;
    const table = tableOf(['A', 'Description', 'Amount'], ['x', 'some words that may break', '1,234.00']);
    const { widths, fontSize } = fitTable(table, 250, measure);
    expect(fontSize).toBe(9);
    for (const [at, least] of [1, 11, 8].entries())
      expect(widths[at]).toBeGreaterThanOrEqual(least * fontSize);
    expect(fitTable(table, 120, measure).fontSize).toBeLessThan(9);
  });
});

/** Amounts up to the maximum of a field, with and without currency, and percentages, dates and codes. */
const FIGURES = [
  '1.00',
  '-9,999,999,999.99',
  'CNY 9,999,999,999.99',
  '13.00%',
  '2026-11-25',
  'SO202611-0047',
];
const PAPERS = 60;

describe('a figure on paper', () => {
  it(`is completely on its page and beside all others, in ${PAPERS} documents of any shape`, async () => {
    const below = makeRandom(43);
    const figure = () => FIGURES[below(FIGURES.length)]!;
    const labelled = () => ({ label: HEADS[below(HEADS.length)]!, text: figure() });
    const someTable = (most: number): PaperTable => {
      const columns = Array.from({ length: 1 + below(most) }, () => ({
        ...{ label: HEADS[below(HEADS.length)]!, width: 10, isFigure: below(3) > 0 },
      }));
      const row = () => columns.map(({ isFigure }) => (isFigure ? figure() : `Cabinet ${figure()}`));
      return { columns, rows: Array.from({ length: 1 + below(4) }, row) };
    };
    for (let count = 0; count < PAPERS; count += 1) {
      const totals = Array.from({ length: below(4) }, labelled);
      const blocks: PaperBlock[] = [
        { kind: 'pairs', columns: 1 + below(3), pairs: Array.from({ length: 1 + below(9) }, labelled) },
        { kind: 'table', table: someTable(28), totals, sums: below(2) > 0 ? someTable(5) : null },
      ];
      const isLandscape = below(2) > 0;
      const { lines, collisions, outside } = await readLines(await makeFile(blocks, { isLandscape }));
      expect({ collisions, outside }, `paper ${count}`).toEqual({ collisions: [], outside: [] });
      const words = new Set(lines.flatMap((line) => line.split(' ')));
      for (const text of textsOf(blocks))
        for (const word of text.split(' ')) expect([...words], `paper ${count}`).toContain(word);
    }
  });
});

describe('letters on paper', () => {
  it('are printed with the first font that contains them', async () => {
    const paragraphs = ['Łódź Ångström Việt Ελλάδα Киев', '苏州 東京 ひらがな', '한국어 회사', 'ภาษาไทย'];
    const { text } = await readPdf(await makeFile([{ kind: 'text', paragraphs }]));
    for (const word of paragraphs.join(' ').split(' ')) expect(text.normalize('NFC')).toContain(word);
    expect(text).not.toContain('□');
  });

  it('without a font are refused by their names', async () => {
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
  it('remain with the sentence before them, however long the rest is', async () => {
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
