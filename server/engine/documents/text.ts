/** Prepares users' texts for documents. No text acts as markup, and no length makes the layout fail. */
import { AppError } from '../../platform/errors/errors.ts';
import type { PaperBlock, PaperTable, StampedPaper } from './paper.ts';

/** The number of a page in the footer. */
export const PAGES = { zh: '第 {page} 页 共 {pages} 页', en: 'page {page} of {pages}' };

/** Characters that are invisible, or that reverse the direction of the text after them. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;
/** Maximum length of a paragraph, because the layout's time grows with the square of its length. */
const MAX_BLOCK = 1_000;
export const printable = (text: string): string => text.replace(/\t/g, ' ').replace(UNSEEN, '');

/** Returns the code of a character in the usual notation. */
const codeOf = (letter: string): string =>
  `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the text in characters that the fonts contain. Small or framed characters are replaced by their plain form.
 * If a character is in no font, throws an error with it, because a name without it would be wrong.
 */
export function legible(text: string, hasGlyph: (letter: string) => boolean): string {
  const isKnown = (one: string) => one === '\n' || hasGlyph(one);
  const composed = text.normalize('NFC');
  if ([...composed].every(isKnown)) return composed;
  return [...composed]
    .map((letter) => {
      if (isKnown(letter)) return letter;
      const plain = letter.normalize('NFKC');
      if ([...plain].every(isKnown)) return plain;
      throw new AppError('document.noLetter', { letter, code: codeOf(letter) });
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
  if (block.kind === 'drawing') return { ...block, ...title };
  if (block.kind === 'signatures') return { ...block, places: block.places.map(write) };
  if (block.kind === 'labels')
    return { ...block, labels: block.labels.map((label) => label.map((one) => writeBlock(one, write))) };
  const { table, sums, totals } = block;
  const written = { table: writeTable(table, write), sums: sums && writeTable(sums, write) };
  return { ...block, ...title, ...written, totals: pairs(totals) };
}

/** Returns the document with all of its texts converted. */
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

/** Splits long paragraphs at the last space before the maximum length. */
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
