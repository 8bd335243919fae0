/** Tests that documents repeat table heads, never leave totals alone on a page, and are complete at any length. */
import { describe, expect, it } from 'vitest';
import type { PaperBlock, StampedPaper } from '../../../../../server/engine/documents/paper.ts';
import makePdf from '../../../../../server/engine/documents/pdfTask.ts';
import { readPdf } from '../../../../support/records/papers.ts';

const paperOf = (blocks: PaperBlock[]): StampedPaper => ({
  ...{ lang: 'zh', title: '报价单', number: 'Q1', from: '苏州', asOf: '2026-11-25T10:00:00Z' },
  ...{ isLandscape: false, isLabel: false, code: '0123456789ab', blocks },
});

async function pagesOf(blocks: PaperBlock[]): Promise<string[]> {
  for await (const file of makePdf(paperOf(blocks))) return (await readPdf(file)).pages;
  return [];
}

const tableOf = (rows: string[][], totals: { label: string; text: string }[] = []): PaperBlock => ({
  kind: 'table',
  table: { columns: [{ label: 'HEAD', width: 100, isFigure: false }], rows },
  totals,
  sums: null,
});

describe('a table on paper', () => {
  it('repeats its head on every page, and has its totals below lines on all', async () => {
    const totals = [
      { label: 'TAX', text: '1.00' },
      { label: 'GROSS', text: '2.00' },
    ];
    let moved = 0;
    // For some of these counts, the page would otherwise begin with the totals.
    for (let count = 24; count < 42; count += 1) {
      const rows = Array.from({ length: count }, (_, at) => [`LINE${at};`]);
      const pages = await pagesOf([tableOf(rows, totals)]);
      const at = pages.findIndex((page) => page.includes('GROSS'));
      expect(pages[at], `${count} lines`).toContain('LINE');
      expect(pages[at], `${count} lines`).toContain('TAX');
      for (const page of pages) expect(page).toContain('HEAD');
      expect(pages.join('').match(/LINE\d+;/g)).toHaveLength(count);
      const onLast = pages.at(-1)!.match(/LINE\d+;/g)!.length;
      if (pages.length > 1 && onLast === 2) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
  });

  it('loses nothing of a cell that is longer than a page', async () => {
    const pages = await pagesOf([tableOf([['储能 '.repeat(2_500)]])]);
    expect(pages.join('').match(/储能/g)).toHaveLength(2_500);
  });
});

describe('a text on paper', () => {
  it('is complete, even without a place for a line break', async () => {
    const pages = await pagesOf([{ kind: 'text', paragraphs: ['x'.repeat(3_500)] }]);
    expect(pages.join('').match(/x/g)).toHaveLength(3_500);
  });
});
