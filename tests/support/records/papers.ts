/** Reads what files of documents say. */
import { open, writeFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readZip } from '../../../server/engine/excel/file/zipRead.ts';
import { folderWith } from './excel.ts';

export interface PdfText {
  pages: string[];
  /** All pages in one. */
  text: string;
}

const WORD_LIMIT = 10_000_000;

/** The texts of a PDF in the order in which they were drawn. */
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

/** The texts of a Word file, in the order in which they stand. */
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
