/** Lays a document out for the PDF library. Pure. */

import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fillText } from '../../platform/errors/errors.ts';
import { labelsContent, labelsOf, SHEET_MARGINS } from './labels.ts';
import type { Labelled, PaperBlock, PaperPicture, PaperTable, StampedPaper } from './paper.ts';
import { cutTexts, type Piece } from './pieces.ts';
import { placedPictures, placePicture } from './placedPictures.ts';
import {
  CELL_ROOM,
  fitTable,
  type MeasureText,
  splitTable,
  type TableFit,
  TURN_SIZE,
} from './tableWidths.ts';
import { PAGES, shortParagraphs } from './text.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const MARGINS: [number, number, number, number] = [17 * MM, 20 * MM, 17 * MM, 20 * MM];
const INK = '#1f2733';
const QUIET = '#667085';
const LINE = '#d0d5dd';
const SHADE = '#f2f4f7';
/** Diameter of a seal, 42 mm. */
const SEAL = 42 * MM;
/** The text width of a portrait page and of a landscape page, in points. */
const ROOM = { upright: 176 * MM, turned: 263 * MM };
/** The height of a landscape page below its header, in points. */
const DRAWING_HEIGHT = 135 * MM;
/** The gap between a table of sums and the totals beside it. */
const GAP = 6 * MM;
/** Size in millimetres, for usual rolls of label printers. */
const LABEL = { width: 100, height: 70, margin: 4 };
/**
 * From this length on, a row may be longer than a page and must be allowed to break. Otherwise the library drops the
 * row.
 */
const LONG_CELL = 400;

const LAYOUT = {
  hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingTop: () => 3.5,
  paddingBottom: () => 3.5,
  paddingLeft: () => CELL_ROOM / 2,
  paddingRight: () => CELL_ROOM / 2,
};

const BARE = { ...LAYOUT, hLineWidth: () => 0, paddingTop: () => 2, paddingBottom: () => 2 };

/** The tables whose last rows move to the next page together with their totals. */
export interface PageNotes {
  /** Tables whose last rows begin a new page, so that their totals are not alone on it. */
  moved: ReadonlySet<number>;
}

/** The fonts and the widths of texts. */
export interface Typesetting {
  font: string;
  cut(text: string): Piece[];
  measure: MeasureText;
}

/** The page data that the layout of blocks needs. */
interface Ground extends PageNotes {
  room: number;
  measure: MeasureText;
}

export const lastRowId = (block: number): string => `rows ${block}`;
export const totalsId = (block: number): string => `totals ${block}`;
/** The number of rows that move to the next page with the totals. */
const MIN_ROWS = 2;

/** Splits a long text into parts that are stacked. */
function cellContent(text: string): { stack: string[] } | { text: string } {
  const parts = shortParagraphs([text]);
  return parts.length > 1 ? { stack: parts } : { text: parts[0] ?? '' };
}

function pairsContent(block: Extract<PaperBlock, { kind: 'pairs' }>): Content {
  const { columns, pairs } = block;
  const cell = ({ label, text }: Labelled): TableCell[] => [
    { text: label, style: 'label' },
    cellContent(text),
  ];
  const empty: TableCell[] = ['', ''];
  const body = Array.from({ length: Math.ceil(pairs.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_column, at) => {
      const pair = pairs[row * columns + at];
      return pair ? cell(pair) : empty;
    }).flat(),
  );
  const widths = Array.from({ length: columns }, () => ['auto', '*']).flat();
  return { table: { widths, body }, layout: BARE };
}

const cellsOf = ({ columns }: PaperTable, row: readonly string[], id?: string): TableCell[] =>
  row.map((text, at) => ({
    ...cellContent(text),
    alignment: columns[at]!.isFigure ? 'right' : 'left',
    noWrap: columns[at]!.isFigure,
    ...(id && at === 0 ? { id } : {}),
  }));

function tableContent(
  table: PaperTable,
  { widths, fontSize }: TableFit,
  rows: readonly string[][],
  more: Partial<ContentTable> & { lastId?: string } = {},
): Content {
  const { lastId, ...content } = more;
  const head: TableCell[] = table.columns.map(({ label, isFigure }) => ({
    text: label,
    alignment: isFigure ? 'right' : 'left',
    fillColor: SHADE,
    color: QUIET,
    bold: true,
  }));
  const isShort = rows.every((row) => row.every((text) => text.length < LONG_CELL));
  const body = rows.map((row, at) => cellsOf(table, row, at === rows.length - 1 ? lastId : undefined));
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: isShort ? 1 : 0,
      dontBreakRows: isShort,
      widths,
      body: [head, ...body],
    },
    layout: LAYOUT,
    fontSize,
    ...content,
  };
}

function totalsContent(totals: readonly Labelled[], id: string): Content {
  const body = totals.map(({ label, text }, at): TableCell[] => {
    const isLast = at === totals.length - 1;
    const look = { bold: isLast, ...(isLast ? { fontSize: 12 } : {}) };
    return [
      { text: label, color: QUIET, alignment: 'right', ...(at === 0 ? { id } : {}) },
      { text: text, alignment: 'right', ...look },
    ];
  });
  return { unbreakable: true, margin: [0, 4, 0, 0], table: { widths: ['*', 'auto'], body }, layout: BARE };
}

/** Places sums at the left of the totals computed from them. */
function besideSums(sums: PaperTable, totals: Content[], { room, measure }: Ground): Content {
  const half = (room - GAP) / 2;
  return {
    unbreakable: true,
    columnGap: GAP,
    margin: [0, 6, 0, 0],
    columns: [
      { width: half, stack: [tableContent(sums, fitTable(sums, half, measure), sums.rows)] },
      { width: '*', stack: totals },
    ],
  };
}

function blockTable(block: Extract<PaperBlock, { kind: 'table' }>, at: number, ground: Ground): Content[] {
  const { table, totals, sums } = block;
  const { rows } = table;
  const isMoved = ground.moved.has(at) && rows.length > MIN_ROWS;
  const cut = isMoved ? rows.length - MIN_ROWS : rows.length;
  const below = totals.length > 0 ? [totalsContent(totals, totalsId(at))] : [];
  const beside = sums ? [besideSums(sums, below, ground)] : below;
  const parts = splitTable(table, ground.room, ground.measure);
  return [
    ...parts.flatMap((part, index) => {
      const fit = fitTable(part, ground.room, ground.measure);
      if (index < parts.length - 1) return [tableContent(part, fit, part.rows, { margin: [0, 0, 0, GAP] })];
      return [
        tableContent(part, fit, part.rows.slice(0, cut), { lastId: lastRowId(at) }),
        ...(isMoved ? [tableContent(part, fit, part.rows.slice(cut), { pageBreak: 'before' })] : []),
      ];
    }),
    ...beside,
  ];
}

const signaturesContent = ({ places }: Extract<PaperBlock, { kind: 'signatures' }>): Content => ({
  unbreakable: true,
  columnGap: 12 * MM,
  margin: [0, 16, 0, 0],
  columns: places.map((place) => ({
    stack: [
      { text: place, color: QUIET },
      { text: '', margin: [0, SEAL, 0, 0] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 60 * MM, y2: 0, lineWidth: 0.5, lineColor: INK }] },
    ],
  })),
});

const textContent = ({ paragraphs }: Extract<PaperBlock, { kind: 'text' }>): Content[] =>
  shortParagraphs(paragraphs).map((text) => ({ text, margin: [0, 0, 0, 3] }));

const pictureContent = ({ caption, drawn }: PaperPicture): Content => ({
  unbreakable: true,
  margin: [0, 0, 0, 3 * MM],
  stack: [
    ...(drawn
      ? [
          {
            image: placePicture(drawn),
            width: drawn.width * MM,
            height: drawn.height * MM,
          },
        ]
      : []),
    { text: caption, color: QUIET, fontSize: 8, margin: [0, 1 * MM, 0, 0] },
  ],
});

/** Places two pictures side by side, so that details are visible. */
const picturesContent = ({ pictures }: Extract<PaperBlock, { kind: 'pictures' }>): Content[] =>
  Array.from({ length: Math.ceil(pictures.length / 2) }, (_, row) => ({
    columnGap: 8 * MM,
    columns: [0, 1].map((at) => {
      const picture = pictures[row * 2 + at];
      return { width: '*', stack: picture ? [pictureContent(picture)] : [] };
    }),
  }));

function blockContent(block: PaperBlock, at: number, ground: Ground): Content[] {
  if (block.kind === 'pairs') return [pairsContent(block)];
  if (block.kind === 'table') return blockTable(block, at, ground);
  if (block.kind === 'text') return textContent(block);
  if (block.kind === 'pictures') return picturesContent(block);
  if (block.kind === 'drawing') return [{ svg: block.svg, fit: [ground.room, DRAWING_HEIGHT] }];
  // Labels have sheets of their own, without other content.
  if (block.kind === 'labels') return [];
  return [signaturesContent(block)];
}

const headed = (block: PaperBlock, content: Content[]): Content[] =>
  'title' in block && block.title
    ? [{ text: block.title, style: 'heading', headlineLevel: 1 }, ...content]
    : content;

/** Maximum number of characters in a block of fields that must not break. */
const MAX_TOGETHER = 600;

/** Returns whether the last part of a block is short enough to share a page with signatures. */
function closes(block: PaperBlock): boolean {
  if (block.kind === 'pairs')
    return block.pairs.reduce((sum, { label, text }) => sum + label.length + text.length, 0) < MAX_TOGETHER;
  return (
    block.kind === 'text' || (block.kind === 'table' && (block.totals.length > 0 || block.sums !== null))
  );
}

/** Stacks the parts of all blocks. Signatures stay on the page of the part before them. */
function stackBlocks(blocks: readonly PaperBlock[], ground: Ground): Content[] {
  const content: Content[] = [];
  for (const [at, block] of blocks.entries()) {
    const parts = headed(block, blockContent(block, at, ground));
    const own: Content[] = block.kind === 'drawing' ? [{ unbreakable: true, stack: parts }] : parts;
    const before = blocks[at - 1];
    if (block.kind !== 'signatures' || !before || !closes(before)) {
      content.push(...own);
      continue;
    }
    const last = content.splice(isAlone(before) ? -2 : -1);
    content.push({ unbreakable: true, stack: [...last, ...own] });
  }
  return content;
}

/** Returns whether a block consists of its heading and one part, which must stay on the same page. */
const isAlone = (block: PaperBlock): boolean =>
  'title' in block &&
  Boolean(block.title) &&
  (block.kind === 'pairs' || (block.kind === 'text' && shortParagraphs(block.paragraphs).length === 1));

const pageText = (lang: StampedPaper['lang'], page: number, pages: number): string =>
  fillText(pickText(PAGES, lang), { page, pages });

/** The margins of the footer, which is within the bottom margin of the page. */
const FOOT: [number, number, number, number] = [MARGINS[0], 8 * MM, MARGINS[2], 0];

type Layout = Pick<
  TDocumentDefinitions,
  'pageSize' | 'pageOrientation' | 'pageMargins' | 'footer' | 'styles'
>;

const layLabel = (): Layout => ({
  pageSize: { width: LABEL.width * MM, height: LABEL.height * MM },
  pageMargins: LABEL.margin * MM,
  styles: {
    heading: { bold: true, fontSize: 9, margin: [0, 3, 0, 2] },
    label: { fontSize: 7, color: QUIET },
  },
});

const layLabels = (): Layout => ({ pageSize: 'A4', pageMargins: SHEET_MARGINS });

const laySheet = ({ lang, number, code, isLandscape }: StampedPaper, cut: Typesetting['cut']): Layout => ({
  pageSize: 'A4',
  pageOrientation: isLandscape ? 'landscape' : 'portrait',
  pageMargins: MARGINS,
  styles: {
    heading: { bold: true, fontSize: 11, margin: [0, 14, 0, 5] },
    label: { fontSize: 9, color: QUIET },
  },
  footer: (page, pages) => ({
    columns: [
      { width: '*', text: cut(`${number} · ${code}`) },
      { width: 'auto', text: pageText(lang, page, pages), alignment: 'right' },
    ],
    margin: FOOT,
    fontSize: 8,
    color: QUIET,
  }),
});

/** Places the code at the right of the text. */
function labelContent({ from, title, blocks }: StampedPaper, ground: Ground): Content[] {
  const [scanned, read] = [true, false].map((isPicture) =>
    blocks
      .filter(({ kind }) => (kind === 'pictures') === isPicture)
      .flatMap((block, at) =>
        headed(block, isPicture ? labelPictures(block) : blockContent(block, at, ground)),
      ),
  );
  const head = {
    columns: [
      { text: title, bold: true },
      { text: from, alignment: 'right' as const, color: QUIET },
    ],
  };
  const body = {
    columnGap: 2 * MM,
    margin: [0, 2 * MM, 0, 0] as [number, number, number, number],
    columns: [
      { width: '*', stack: read! },
      { width: 'auto', stack: scanned! },
    ],
  };
  return [head, body];
}

const labelPictures = (block: PaperBlock): Content[] =>
  block.kind === 'pictures' ? block.pictures.map(pictureContent) : [];

const sheetContent = ({ from, title, number, blocks }: StampedPaper, ground: Ground): Content[] => [
  { text: from, color: QUIET },
  {
    columnGap: GAP,
    columns: [
      { width: '*', text: title, fontSize: 20, bold: true },
      { width: 'auto', text: number, alignment: 'right', fontSize: 11, margin: [0, 8, 0, 0] },
    ],
    margin: [0, 2, 0, 12],
  },
  ...stackBlocks(blocks, ground),
];

/** Returns whether the pages are landscape, because the text of a table would be too small in portrait. */
const isTurned = ({ isLandscape, isLabel, blocks }: StampedPaper, measure: MeasureText): boolean =>
  isLandscape ||
  (!isLabel &&
    blocks.some(
      (block) => block.kind === 'table' && fitTable(block.table, ROOM.upright, measure).fontSize < TURN_SIZE,
    ));

function paperContent(paper: StampedPaper, ground: Ground): Content[] {
  const labels = labelsOf(paper);
  if (labels) return [labelsContent(labels, paper.from)];
  return paper.isLabel ? labelContent(paper, ground) : sheetContent(paper, ground);
}

export function layPaper(
  input: StampedPaper,
  notes: PageNotes,
  { font, cut, measure }: Typesetting,
): TDocumentDefinitions {
  const paper = { ...input, isLandscape: isTurned(input, measure) };
  const { title, number, from, asOf, isLabel, isLandscape } = paper;
  const ground = { ...notes, measure, room: isLandscape ? ROOM.turned : ROOM.upright };
  const content = paperContent(paper, ground).map((one) => cutTexts(one, cut));
  return {
    ...(labelsOf(paper) ? layLabels() : isLabel ? layLabel() : laySheet(paper, cut)),
    info: { title: `${title} ${number}`, author: from, creationDate: new Date(asOf) },
    defaultStyle: { font, fontSize: isLabel ? 8 : 10, color: INK, lineHeight: 1.15 },
    content,
    images: placedPictures(),
  };
}
