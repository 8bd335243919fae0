/** Reads the content of document files. */
import { open, writeFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readZip } from '../../../server/engine/excel/file/zipRead.ts';
import { folderWith } from './excel.ts';

export interface PdfText {
  pages: string[];
  /** Text of all pages. */
  text: string;
}

const WORD_LIMIT = 10_000_000;

/** Reads the texts of a PDF in the order in which they were drawn. */
export async function readPdf(file: Uint8Array): Promise<PdfText> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let at = 1; at <= pdf.numPages; at++) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await task.destroy();
  return { pages, text: pages.join('') };
}

interface Drawn {
  page: number;
  y: number;
  x: number;
  right: number;
  /** True if it is completely on its page. */
  isInside: boolean;
  text: string;
}

async function readPlaces(file: Uint8Array): Promise<Drawn[]> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const pdf = await task.promise;
  const drawn: Drawn[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const sheet = await pdf.getPage(page);
    const [, , width = 0, height = 0] = sheet.view;
    const { items } = await sheet.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const right = x + item.width;
      const isInside = x >= 0 && right <= width && y >= 0 && y + item.height <= height;
      drawn.push({ page, x, y: Math.round(y), right, isInside, text: item.str });
    }
  }
  await task.destroy();
  return drawn;
}

/** Maximum distance of letters that belong to one word, in points. It is also the maximum overlap. */
const NEAR = 0.8;

export interface PaperLines {
  /** Lines in the order of drawing, with a space between separate texts. */
  lines: string[];
  /** Texts that overlap another one. */
  collisions: string[];
  /** Texts that exceed the edge of their page. */
  outside: string[];
}

/** Reads the lines of a PDF, and the faults of its layout. */
export async function readLines(file: Uint8Array): Promise<PaperLines> {
  const places = await readPlaces(file);
  const byLine = Map.groupBy(places, ({ page, y }) => `${page} ${y}`);
  const lines: string[] = [];
  const collisions: string[] = [];
  for (const drawn of byLine.values()) {
    const [first, ...others] = drawn.sort((one, other) => one.x - other.x);
    let line = first!.text;
    let before = first!;
    for (const next of others) {
      if (next.x < before.right - NEAR) collisions.push(`${before.text} | ${next.text}`);
      line += next.x > before.right + NEAR ? ` ${next.text}` : next.text;
      before = next;
    }
    lines.push(line);
  }
  const outside = places.filter(({ isInside }) => !isInside).map(({ text }) => text);
  return { lines, collisions, outside };
}

/** Counts the pictures that a PDF draws. */
export async function countPictures(file: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const pdf = await task.promise;
  let count = 0;
  for (let at = 1; at <= pdf.numPages; at++) {
    const { fnArray } = await (await pdf.getPage(at)).getOperatorList();
    count += fnArray.filter((one) => one === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return count;
}

const MARKS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescapeXml = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => MARKS[name] ?? whole);

/** Reads the texts of a Word file in their order. */
export const readWord = (bytes: Uint8Array): Promise<string> =>
  folderWith(async (path) => {
    await writeFile(path, bytes);
    const file = await open(path);
    try {
      const zip = await readZip(file);
      const parts: Buffer[] = [];
      for await (const part of zip.read('word/document.xml', WORD_LIMIT)) parts.push(part);
      return [
        ...Buffer.concat(parts)
          .toString()
          .matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/g),
      ]
        .map(([, text = '']) => unescapeXml(text))
        .join('');
    } finally {
      await file.close();
    }
  });
