/** Splits texts into pieces of one font each. Numbers are not broken. Pure. */
import type { Content } from 'pdfmake/interfaces.js';

/** Returns the name of the font of a character. Null if no font has it. */
export type NameFont = (letter: string) => string | null;

export interface Piece {
  text: string;
  font?: string;
  noWrap?: true;
}

/**
 * Matches a number, a date or a code: characters without a space, with at least one digit. Longer matches may break.
 */
const WHOLE = /[!-~°²³€£¥]*\d[!-~°²³€£¥]*/g;
const MAX_WHOLE = 40;

/** Splits a text into parts that may break and parts that must not. */
export function partsOf(text: string): { text: string; isWhole: boolean }[] {
  const parts: { text: string; isWhole: boolean }[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(WHOLE)) {
    if (whole.length > MAX_WHOLE) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isWhole: false });
    parts.push({ text: whole, isWhole: true });
    from = index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isWhole: false });
  return parts;
}

const JOINS = /[\s\p{M}]/u;

/** Returns pieces of one font each. A space or combining mark has the font of the character before it. */
function fontPieces(text: string, first: string, nameFont: NameFont): { text: string; font: string }[] {
  const pieces: { text: string; font: string }[] = [];
  for (const letter of text) {
    const last = pieces.at(-1);
    const font = last && JOINS.test(letter) ? last.font : (nameFont(letter) ?? first);
    if (last?.font === font) last.text += letter;
    else pieces.push({ text: letter, font });
  }
  return pieces;
}

export const piecesOf = (text: string, first: string, nameFont: NameFont): Piece[] =>
  partsOf(text).flatMap(({ text: part, isWhole }) =>
    fontPieces(part, first, nameFont).map(({ text: own, font }) => ({
      text: own,
      ...(font === first ? {} : { font }),
      ...(isWhole ? { noWrap: true as const } : {}),
    })),
  );

/** Returns the content with each of its texts split into pieces. */
export function cutTexts(content: Content, cut: (text: string) => Piece[]): Content {
  const inside = (one: Content): Content => cutTexts(one, cut);
  if (typeof content === 'number') return content;
  if (typeof content === 'string') return content === '' ? content : { text: cut(content) };
  if (Array.isArray(content)) return content.map(inside);
  if (content.stack) return { ...content, stack: content.stack.map(inside) };
  if (content.columns) return { ...content, columns: content.columns.map(inside) };
  if (content.table) {
    const { table } = content;
    return {
      ...content,
      table: { ...table, body: table.body.map((row) => row.map((cell) => inside(cell as Content))) },
    };
  }
  if (content.text === undefined || content.text === '') return content;
  const { text } = content;
  if (typeof text === 'string') return { ...content, text: cut(text) };
  return Array.isArray(text) ? { ...content, text: text.map(inside) } : content;
}
