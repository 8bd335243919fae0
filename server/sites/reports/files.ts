/** Exports a report as a workbook or a document, with the figures of its table. */

import { EMPTY_VALUE, formatNumber } from '../../../runtime/core/numbers/format.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { drawPaper } from '../../engine/documents/index.ts';
import type { Paper, PaperBlock, PaperTable } from '../../engine/documents/paper.ts';
import { disposition } from '../../platform/files/disposition.ts';
import { runInTurn, type Turn } from '../../platform/worker/turns.ts';
import { type FigureTable, tablesXlsx } from '../boards/tableFile.ts';
import type { ReportLine, ReportTable } from './table.ts';
import { factsOf, lineName, percentText, rowName, WORDS } from './words.ts';

export type ReportFormat = 'xlsx' | 'pdf';

const TYPES: Readonly<Record<ReportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
/** Maximum number of decimals in a workbook. */
const MOST_DECIMALS = 6;
/** Number of variables side by side on a page. */
const PAPER_LINES = 6;
const TIME_WIDTH = 16;

const decimalsOf = ({ decimals }: ReportLine): number => Math.min(decimals, MOST_DECIMALS);

function figuresSheet(table: ReportTable, lang: Lang): FigureTable {
  const { lines, interval, time_keys: keys } = table;
  const total = [pickText(WORDS.total, lang), ...lines.map((line) => line.total)];
  return {
    title: pickText(WORDS.figures, lang),
    columns: [
      { title: pickText(WORDS.time, lang), kind: 'text' },
      ...lines.map((line) => ({
        title: lineName(line, lang),
        kind: 'number' as const,
        decimals: decimalsOf(line),
      })),
    ],
    rows: [
      ...keys.map((key, at) => [rowName(key, interval), ...lines.map(({ datas }) => datas[at] ?? null)]),
      total,
    ],
  };
}

function factsSheet(table: ReportTable, lang: Lang): FigureTable {
  const facts = factsOf(table, lang).map(({ label, text }) => [label, text, null, null]);
  return {
    title: pickText(WORDS.facts, lang),
    columns: [
      { title: pickText(WORDS.variable, lang), kind: 'text' },
      { title: pickText(WORDS.total, lang), kind: 'text' },
      { title: pickText(WORDS.samples, lang), kind: 'number', decimals: 0 },
      { title: `${pickText(WORDS.completeness, lang)} (%)`, kind: 'number', decimals: 1 },
    ],
    rows: [
      ...facts,
      ...table.lines.map((line) => [
        lineName(line, lang),
        formatNumber(line.total, { decimals: line.decimals }),
        line.samples,
        line.completeness,
      ]),
    ],
  };
}

/** Splits the lines into groups that fit on a page. */
const partsOf = (lines: readonly ReportLine[]): ReportLine[][] =>
  Array.from({ length: Math.ceil(lines.length / PAPER_LINES) }, (_, part) =>
    lines.slice(part * PAPER_LINES, (part + 1) * PAPER_LINES),
  );

function figuresPaper(table: ReportTable, lines: readonly ReportLine[], lang: Lang): PaperTable {
  const { interval, time_keys: keys } = table;
  const width = (100 - TIME_WIDTH) / lines.length;
  const written = (line: ReportLine, value: number | null | undefined) =>
    value === null || value === undefined ? EMPTY_VALUE : formatNumber(value, { decimals: decimalsOf(line) });
  return {
    columns: [
      { label: pickText(WORDS.time, lang), width: TIME_WIDTH, isFigure: false },
      ...lines.map((line) => ({ label: lineName(line, lang), width, isFigure: true })),
    ],
    rows: [
      ...keys.map((key, at) => [
        rowName(key, interval),
        ...lines.map((line) => written(line, line.datas[at])),
      ]),
      [pickText(WORDS.total, lang), ...lines.map((line) => written(line, line.total))],
      [pickText(WORDS.samples, lang), ...lines.map(({ samples }) => formatNumber(samples))],
      [pickText(WORDS.completeness, lang), ...lines.map(({ completeness }) => percentText(completeness))],
    ],
  };
}

export function reportPaper(table: ReportTable, from: string, lang: Lang): Paper {
  const facts: PaperBlock = { kind: 'pairs', columns: 2, pairs: factsOf(table, lang) };
  return {
    ...{ lang, from, isLandscape: true, isLabel: false },
    title: table.title,
    number: rowName(table.time_keys[0] ?? '', table.interval === 'hour' ? 'day' : table.interval),
    asOf: table.to,
    blocks: [
      facts,
      ...partsOf(table.lines).map(
        (lines): PaperBlock => ({
          kind: 'table',
          table: figuresPaper(table, lines, lang),
          totals: [],
          sums: null,
        }),
      ),
    ],
  };
}

export interface ReportFile {
  name: string;
  format: ReportFormat;
  content: Buffer;
}

/** `from` is the issuing company. */
export async function makeReportFile(
  table: ReportTable,
  format: ReportFormat,
  { from, lang, turn }: { from: string; lang: Lang; turn: Turn },
): Promise<ReportFile> {
  const paper = reportPaper(table, from, lang);
  const content =
    format === 'pdf'
      ? await drawPaper(paper, 'pdf', turn)
      : await runInTurn({ ...turn, kind: 'table' }, () =>
          tablesXlsx([figuresSheet(table, lang), factsSheet(table, lang)], table.zone),
        );
  return {
    name: `${table.stationName} ${paper.title} ${paper.number}.${format}`,
    format,
    content,
  };
}

export const headersOf = ({ name, format }: ReportFile): Record<string, string> => ({
  'content-type': TYPES[format],
  'content-disposition': disposition('attachment', name),
});
