/** Prepares texts of people for paper: nothing in them is an instruction, and no length of them stops the layout. */
import type { PaperBlock, PaperTable, StampedPaper } from './paper.ts';

/** Characters that show nothing, or turn the order of what follows round. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;
/** The layout's time grows with the square of the length of what it has to break. */
const MAX_BLOCK = 1_000;
/** Stands for a character that the font does not have: a blank would be read as nothing. */
const BOX = '□';

export const printable = (text: string): string => text.replace(/\t/g, ' ').replace(UNSEEN, '');

/** The text in characters that the font has: the plain form of a small or framed one, else a box. */
export function legible(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const isKnown = (one: string) => one === '\n' || hasGlyph(one.codePointAt(0)!);
  if ([...text].every(isKnown)) return text;
  return [...text]
    .map((one) => {
      if (isKnown(one)) return one;
      const plain = one.normalize('NFKC');
      return [...plain].every(isKnown) ? plain : BOX;
    })
    .join('');
}

function writeTable({ columns, rows }: PaperTable, write: (text: string) => string): PaperTable {
  return {
    columns: columns.map((column) => ({ ...column, label: write(column.label) })),
    rows: rows.map((row) => row.map(write)),
  };
}

function writeBlock(block: PaperBlock, write: (text: string) => string): PaperBlock {
  const pairs = (all: readonly { label: string; text: string }[]) =>
    all.map(({ label, text }) => ({ label: write(label), text: write(text) }));
  const title = 'title' in block && block.title !== undefined ? { title: write(block.title) } : {};
  if (block.kind === 'pairs') return { ...block, ...title, pairs: pairs(block.pairs) };
  if (block.kind === 'text') return { ...block, ...title, paragraphs: block.paragraphs.map(write) };
  if (block.kind === 'pictures') {
    const pictures = block.pictures.map((one) => ({ ...one, caption: write(one.caption) }));
    return { ...block, ...title, pictures };
  }
  if (block.kind === 'signatures') return { ...block, places: block.places.map(write) };
  if (block.kind === 'labels')
    return { ...block, labels: block.labels.map((label) => label.map((one) => writeBlock(one, write))) };
  const { table, sums, totals } = block;
  const written = { table: writeTable(table, write), sums: sums && writeTable(sums, write) };
  return { ...block, ...title, ...written, totals: pairs(totals) };
}

/** The paper with each of its texts written anew. */
export function writePaper(paper: StampedPaper, write: (text: string) => string): StampedPaper {
  const { title, number, from, blocks } = paper;
  return {
    ...paper,
    title: write(title),
    number: write(number),
    from: write(from),
    blocks: blocks.map((block) => writeBlock(block, write)),
  };
}

/** Paragraphs of a bounded length each, cut at the last space before the bound. */
export function shortParagraphs(paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((paragraph) => {
    const parts: string[] = [];
    let rest = paragraph;
    while (rest.length > MAX_BLOCK) {
      const space = rest.lastIndexOf(' ', MAX_BLOCK);
      const at = space > MAX_BLOCK / 2 ? space : MAX_BLOCK;
      parts.push(rest.slice(0, at));
      rest = rest.slice(at).trimStart();
    }
    return [...parts, rest];
  });
}
