/** Makes the PDF of a document in a separate process, because long texts take long to lay out. */
import pdfmake from 'pdfmake';
import { FIRST_FONT, FONT_FILES, isFontFile, measureText, nameFont } from './fonts.ts';
import type { DrawnPicture, PaperBlock, PaperPicture, StampedPaper } from './paper.ts';
import { lastRowId, layPaper, type PageNotes, totalsId } from './pdf.ts';
import { piecesOf } from './pieces.ts';
import { placedPictures, placePicture } from './placedPictures.ts';
import { legible, printable, writePaper } from './text.ts';

pdfmake.setFonts(FONT_FILES);
// Documents contain no files or addresses. This setting prevents the library from opening any.
pdfmake.setLocalAccessPolicy(isFontFile);
pdfmake.setUrlAccessPolicy(() => false);

const TYPESETTING = {
  font: FIRST_FONT,
  cut: (text: string) => piecesOf(text, FIRST_FONT, nameFont),
  measure: measureText,
};

const PART_BYTES = 4_194_304;

/** Returns the tables whose totals are on a later page than all of their rows. */
function lonelyTotals(paper: StampedPaper, pageOf: ReadonlyMap<string, number>): Set<number> {
  const tables = paper.blocks.flatMap((block, at) => (block.kind === 'table' ? [at] : []));
  return new Set(
    tables.filter((at) => {
      const [rows, totals] = [pageOf.get(lastRowId(at)), pageOf.get(totalsId(at))];
      return rows !== undefined && totals !== undefined && totals > rows;
    }),
  );
}

const hasTotals = ({ blocks }: StampedPaper): boolean =>
  blocks.some((block) => block.kind === 'table' && block.totals.length > 0);

async function draw(paper: StampedPaper, notes: PageNotes) {
  const pageOf = new Map<string, number>();
  const notePage = ({ id, pageNumbers }: { id?: string; pageNumbers: number[] }) => {
    const page = pageNumbers.at(-1);
    if (id && page !== undefined) pageOf.set(id, page);
    return false;
  };
  const pdf = pdfmake.createPdf({
    ...layPaper(paper, notes, TYPESETTING),
    // The callback doubles the library's time, so it is set only for documents with totals.
    ...(hasTotals(paper) ? { pageBreakBefore: notePage } : {}),
  });
  const file: Buffer = await pdf.getBuffer();
  return { file, pageOf };
}

async function canDraw(drawn: DrawnPicture): Promise<boolean> {
  try {
    const image = placePicture(drawn);
    await pdfmake.createPdf({ content: { image }, images: placedPictures() }).getBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Replaces broken pictures by their names, because the library would otherwise fail. */
async function dropBroken(paper: StampedPaper): Promise<StampedPaper> {
  const whole = async (picture: PaperPicture): Promise<PaperPicture> =>
    picture.drawn && !(await canDraw(picture.drawn)) ? { ...picture, drawn: null } : picture;
  const blocks: PaperBlock[] = [];
  for (const block of paper.blocks) {
    if (block.kind !== 'pictures') {
      blocks.push(block);
      continue;
    }
    const pictures: PaperPicture[] = [];
    for (const picture of block.pictures) pictures.push(await whole(picture));
    blocks.push({ ...block, pictures });
  }
  return { ...paper, blocks };
}

/** Draws a document. If this fails, checks each picture separately, which takes longer than drawing the document. */
async function drawFirst(whole: StampedPaper) {
  const notes = { moved: new Set<number>() };
  try {
    return { paper: whole, ...(await draw(whole, notes)) };
  } catch {
    const paper = await dropBroken(whole);
    return { paper, ...(await draw(paper, notes)) };
  }
}

export default async function* makePdf(input: StampedPaper): AsyncIterable<Buffer> {
  const whole = writePaper(input, (text) => legible(printable(text), (letter) => nameFont(letter) !== null));
  const { paper, ...first } = await drawFirst(whole);
  const moved = lonelyTotals(paper, first.pageOf);
  const file = moved.size > 0 ? (await draw(paper, { moved })).file : first.file;
  for (let at = 0; at < file.length; at += PART_BYTES) yield file.subarray(at, at + PART_BYTES);
}
