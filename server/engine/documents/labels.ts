/** Lays labels out on A4 sheets in three columns and eight rows. Pure. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Labelled, PaperBlock, PaperPicture, StampedPaper } from './paper.ts';
import { placePicture } from './placedPictures.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const [COLUMNS, ROWS] = [3, 8];
const [WIDTH, HEIGHT] = [70, 37];
const PAD = 3;
/** Half a millimetre remains above and below the rows. */
export const SHEET_MARGINS: [number, number, number, number] = [0, 0.5 * MM, 0, 0];
/** Size of the code in millimetres. A code of a few hundred characters can be scanned at this size from 10 cm. */
const CODE = 27;
/** Maximum length of a text, so that it fits on the label. A Chinese character counts as two. */
const MOST = 40;
const QUIET = '#667085';

function shortened(text: string): string {
  let room = MOST;
  for (const [at, one] of [...text].entries()) {
    room -= one > '\u2e7f' ? 2 : 1;
    if (room < 0) return `${[...text].slice(0, Math.max(0, at - 1)).join('')}…`;
  }
  return text;
}

const codeContent = ({ drawn }: PaperPicture): Content[] =>
  drawn ? [{ image: placePicture(drawn), width: CODE * MM, height: CODE * MM }] : [];

/** Returns a line of a label. The first line names the record. */
const lineContent = ({ label, text }: Labelled, at: number): Content =>
  at === 0
    ? { text: shortened(text), bold: true, fontSize: 9, margin: [0, 0, 0, 2] }
    : { text: [{ text: `${label} `, color: QUIET }, shortened(text)], fontSize: 7 };

function labelCell(blocks: readonly PaperBlock[], from: string): TableCell {
  const pairs = blocks.flatMap((block) => (block.kind === 'pairs' ? block.pairs : []));
  const codes = blocks.flatMap((block) => (block.kind === 'pictures' ? block.pictures : []));
  return {
    columnGap: 2 * MM,
    columns: [
      {
        width: '*',
        stack: [{ text: shortened(from), color: QUIET, fontSize: 6 }, ...pairs.map(lineContent)],
      },
      { width: CODE * MM, stack: codes.flatMap(codeContent) },
    ],
  };
}

const EMPTY: TableCell = { text: '' };

/** Returns the rows of all sheets. Positions before the first label are empty. */
export function labelsContent(
  { first, labels }: Extract<PaperBlock, { kind: 'labels' }>,
  from: string,
): Content {
  const cells = [
    ...Array.from({ length: first }, () => EMPTY),
    ...labels.map((blocks) => labelCell(blocks, from)),
  ];
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    Array.from({ length: COLUMNS }, (_column, at) => cells[row * COLUMNS + at] ?? EMPTY),
  );
  const sheets = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS),
  );
  return sheets.map((body, at) => ({
    ...(at > 0 ? { pageBreak: 'before' as const } : {}),
    table: {
      widths: Array.from({ length: COLUMNS }, () => (WIDTH - 2 * PAD) * MM),
      heights: (HEIGHT - 2 * PAD) * MM,
      dontBreakRows: true,
      body,
    },
    layout: {
      ...{ hLineWidth: () => 0, vLineWidth: () => 0 },
      ...{ paddingTop: () => PAD * MM, paddingBottom: () => PAD * MM },
      ...{ paddingLeft: () => PAD * MM, paddingRight: () => PAD * MM },
    },
  }));
}

/** Returns the labels of a document that is a sheet of labels. Undefined for other documents. */
export const labelsOf = ({ blocks }: StampedPaper): Extract<PaperBlock, { kind: 'labels' }> | undefined =>
  blocks.find((block) => block.kind === 'labels');
