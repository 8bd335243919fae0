/**
 * Makes the Word file of a document in a separate process. The file has real table headers and page numbers, and names
 * its fonts.
 */
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  ImageRun,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TabStopPosition,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Labelled, PaperBlock, PaperPicture, PaperTable, StampedPaper } from './paper.ts';
import { bytesOf } from './pictureBytes.ts';
import { PAGES, printable, writePaper } from './text.ts';

type Child = Paragraph | Table;

/** Word measures positions in twentieths of a point, and text in half points. */
const TWIPS_OF_MM = 1440 / 25.4;
const FONT = { ascii: 'Arial', hAnsi: 'Arial', cs: 'Arial', eastAsia: 'Microsoft YaHei' };
const [SIZE, SMALL, TITLE] = [20, 18, 40];
const QUIET = '667085';
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'D0D5DD' };
const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const BARE = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
};
const LINED = { ...BARE, bottom: LINE, insideHorizontal: LINE };
const FULL = { size: 100, type: WidthType.PERCENTAGE };
const SHADE = { type: ShadingType.CLEAR, fill: 'F2F4F7', color: 'auto' };
/** Diameter of a seal, 42 mm. */
const SEAL = Math.round(42 * TWIPS_OF_MM);
const MARGIN = { top: '20mm', bottom: '20mm', left: '17mm', right: '17mm' } as const;

interface Look {
  size?: number;
  color?: string;
  bold?: boolean;
}

const line = (text: string, look: Look = {}, more: object = {}): Paragraph =>
  new Paragraph({ children: [new TextRun({ text, ...look })], ...more });

const cell = (text: string, look: Look, isFigure: boolean, more: object = {}): TableCell =>
  new TableCell({
    children: [line(text, look, { alignment: isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT })],
    margins: { top: 50, bottom: 50, left: 80, right: 80 },
    ...more,
  });

function tableOf({ columns, rows }: PaperTable): Table {
  const widthOf = (at: number) => ({ size: columns[at]!.width, type: WidthType.PERCENTAGE });
  const head = columns.map(({ label, isFigure }, at) =>
    cell(label, { size: SMALL, bold: true, color: QUIET }, isFigure, { shading: SHADE, width: widthOf(at) }),
  );
  const body = rows.map(
    (row) =>
      new TableRow({
        cantSplit: true,
        children: row.map((text, at) =>
          cell(text, { size: SMALL }, columns[at]!.isFigure, { width: widthOf(at) }),
        ),
      }),
  );
  return new Table({
    width: FULL,
    borders: LINED,
    rows: [new TableRow({ tableHeader: true, children: head }), ...body],
  });
}

/**
 * Returns the totals as paragraphs, the last one bold. Each line stays on the page of the next, so that no
 * line begins a page alone.
 */
const totalLines = (totals: readonly Labelled[]): Paragraph[] =>
  totals.map(({ label, text }, at) => {
    const isLast = at === totals.length - 1;
    return new Paragraph({
      alignment: AlignmentType.RIGHT,
      keepNext: !isLast,
      spacing: { before: 60 },
      children: [
        new TextRun({ text: `${label}  `, size: SMALL, color: QUIET }),
        new TextRun({ text, bold: isLast, size: isLast ? 24 : SIZE }),
      ],
    });
  });

function pairsTable({ pairs, columns }: Extract<PaperBlock, { kind: 'pairs' }>): Table {
  const rows = Array.from(
    { length: Math.ceil(pairs.length / columns) },
    (_, row) =>
      new TableRow({
        children: Array.from({ length: columns }, (_column, at) => {
          const { label, text } = pairs[row * columns + at] ?? { label: '', text: '' };
          return [cell(label, { size: SMALL, color: QUIET }, false), cell(text, {}, false)];
        }).flat(),
      }),
  );
  return new Table({ width: FULL, borders: BARE, rows });
}

const signatureTable = ({ places }: Extract<PaperBlock, { kind: 'signatures' }>): Table =>
  new Table({
    width: FULL,
    borders: BARE,
    rows: [
      new TableRow({
        cantSplit: true,
        height: { value: SEAL, rule: 'atLeast' },
        children: places.map((place) => cell(place, { color: QUIET }, false, { borders: { bottom: LINE } })),
      }),
    ],
  });

const PX_OF_MM = 96 / 25.4;
const WORD_TYPES = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

const pictureLines = ({ caption, drawn }: PaperPicture): Paragraph[] => {
  const run =
    drawn &&
    new ImageRun({
      type: WORD_TYPES[drawn.type],
      data: bytesOf(drawn),
      transformation: { width: drawn.width * PX_OF_MM, height: drawn.height * PX_OF_MM },
    });
  return [
    ...(run ? [new Paragraph({ keepNext: true, children: [run] })] : []),
    line(caption, { size: SMALL, color: QUIET }, { spacing: { after: 120 } }),
  ];
};

function picturesTable({ pictures }: Extract<PaperBlock, { kind: 'pictures' }>): Table {
  const rows = Array.from({ length: Math.ceil(pictures.length / 2) }, (_, row) => {
    const children = [0, 1].map((at) => {
      const picture = pictures[row * 2 + at];
      return new TableCell({ children: picture ? pictureLines(picture) : [line('')] });
    });
    return new TableRow({ cantSplit: true, children });
  });
  return new Table({ width: FULL, borders: BARE, rows });
}

function blockOf(block: PaperBlock): Child[] {
  if (block.kind === 'pictures') return [picturesTable(block)];
  if (block.kind === 'pairs') return [pairsTable(block)];
  if (block.kind === 'text')
    return block.paragraphs.map((text) => line(text, {}, { spacing: { after: 80 } }));
  if (block.kind === 'signatures') return [line('', {}, { spacing: { before: 200 } }), signatureTable(block)];
  // Word files contain no labels and drawings.
  if (block.kind === 'labels' || block.kind === 'drawing') return [];
  const { table, totals, sums } = block;
  return [
    tableOf(table),
    ...totalLines(totals),
    ...(sums ? [line('', {}, { spacing: { before: 80 } }), tableOf(sums)] : []),
  ];
}

const headed = (block: PaperBlock): Child[] => {
  if (block.kind === 'drawing') return [];
  const title = 'title' in block ? block.title : undefined;
  const heading = { keepNext: true, spacing: { before: 280, after: 100 } };
  return [...(title ? [line(title, { bold: true, size: 22 }, heading)] : []), ...blockOf(block)];
};

const PAGE_NUMBERS: Readonly<Record<string, string>> = {
  '{page}': PageNumber.CURRENT,
  '{pages}': PageNumber.TOTAL_PAGES,
};

function footOf({ lang, number, code }: StampedPaper): Footer {
  const look = { size: 16, color: QUIET };
  const pages = pickText(PAGES, lang)
    .split(/(\{pages?\})/)
    .map((part) => PAGE_NUMBERS[part] ?? part);
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: TabStopPosition.MAX }],
        children: [
          new TextRun({ text: `${number} · ${code}\t`, ...look }),
          new TextRun({ children: pages, ...look }),
        ],
      }),
    ],
  });
}

export default async function* makeWord(input: StampedPaper): AsyncIterable<Buffer> {
  const paper = writePaper(input, printable);
  const { title, number, from, isLandscape, blocks } = paper;
  const file = new Document({
    title: `${title} ${number}`,
    creator: from,
    styles: { default: { document: { run: { font: FONT, size: SIZE } } } },
    sections: [
      {
        properties: {
          page: {
            size: { orientation: isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT },
            margin: MARGIN,
          },
        },
        footers: { default: footOf(paper) },
        children: [
          line(from, { color: QUIET }),
          new Paragraph({
            tabStops: [{ type: TabStopType.RIGHT, position: TabStopPosition.MAX }],
            spacing: { after: 200 },
            children: [
              new TextRun({ text: title, bold: true, size: TITLE }),
              new TextRun({ text: `\t${number}`, size: 22 }),
            ],
          }),
          ...blocks.flatMap(headed),
        ],
      },
    ],
  });
  yield await Packer.toBuffer(file);
}
