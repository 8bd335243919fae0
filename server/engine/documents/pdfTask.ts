/** Makes the PDF of a paper, in a process of its own: long texts take the layout long. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import type { DrawnPicture, PaperBlock, PaperPicture, StampedPaper } from './paper.ts';
import { lastRowId, layPaper, type PageNotes, totalsId } from './pdf.ts';
import { legible, printable, writePaper } from './text.ts';

const FONTS = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')));
const REGULAR = join(FONTS, '400Regular/NotoSansSC_400Regular.ttf');
const BOLD = join(FONTS, '700Bold/NotoSansSC_700Bold.ttf');

pdfmake.setFonts({ Noto: { normal: REGULAR, bold: BOLD, italics: REGULAR, bolditalics: BOLD } });
// Nothing of a paper names a file or an address; if anything ever does, it is not opened.
pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS));
pdfmake.setUrlAccessPolicy(() => false);

/** The tables whose totals stand on a page on which none of their rows does. */
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
    ...layPaper(paper, notes),
    // To be asked for each of its parts takes the library as long again.
    ...(hasTotals(paper) ? { pageBreakBefore: notePage } : {}),
  });
  const file: Buffer = await pdf.getBuffer();
  return { file, pageOf };
}

const font = openSync(REGULAR) as Font;
/** By code point; the font's own table is searched anew each time. */
const known = new Map<number, boolean>();

function hasGlyph(codePoint: number): boolean {
  let has = known.get(codePoint);
  if (has === undefined) {
    has = font.hasGlyphForCodePoint(codePoint);
    known.set(codePoint, has);
  }
  return has;
}

async function canDraw({ type, data }: DrawnPicture): Promise<boolean> {
  try {
    await pdfmake.createPdf({ content: { image: `data:${type};base64,${data}` } }).getBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Keeps of pictures that are broken their names alone: the library would make no document at all. */
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

export default async function* makePdf(said: StampedPaper): AsyncIterable<Buffer> {
  const paper = await dropBroken(writePaper(said, (text) => legible(printable(text), hasGlyph)));
  const first = await draw(paper, { moved: new Set() });
  const moved = lonelyTotals(paper, first.pageOf);
  yield moved.size > 0 ? (await draw(paper, { moved })).file : first.file;
}
