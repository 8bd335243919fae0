/** Exports a month of power quality as a workbook or a document, with the rows of the page. */

import type { components } from '../../../generated/api.ts';
import type { Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../../runtime/core/numbers/format.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { drawPaper } from '../../engine/documents/index.ts';
import type { Paper } from '../../engine/documents/paper.ts';
import { runInTurn, type Turn } from '../../platform/worker/turns.ts';
import { tablesXlsx } from '../boards/tableFile.ts';
import type { ReportFile, ReportFormat } from '../reports/files.ts';
import type { QualityRow } from './month.ts';

type Month = components['schemas']['QualityMonth'];

const WORDS = {
  title: { zh: '电能质量月报', en: 'Monthly power quality report' },
  station: { zh: '站点', en: 'Station' },
  month: { zh: '月份', en: 'Month' },
  zone: { zh: '时区', en: 'Time zone' },
  standard: { zh: '执行标准', en: 'Standard' },
  nominal: { zh: '标称电压', en: 'Nominal voltage' },
  method: { zh: '方法', en: 'Method' },
  quantity: { zh: '指标', en: 'Quantity' },
  mean: { zh: '平均', en: 'Mean' },
  p95: { zh: '95 % 值', en: '95 % value' },
  min: { zh: '最小', en: 'Lowest' },
  max: { zh: '最大', en: 'Highest' },
  maxTime: { zh: '最大值时间', en: 'Time of highest' },
  limit: { zh: '限值', en: 'Limit' },
  compliance: { zh: '达标率 (%)', en: 'Within (%)' },
  samples: { zh: '有效/应有', en: 'Means of' },
  verdict: { zh: '评价', en: 'Verdict' },
  source: { zh: '限值依据', en: 'Source of the limit' },
} as const satisfies Record<string, Text>;

const DECIMALS = 2;

const wordOf = (entries: readonly { value: unknown; title: Text }[], value: string, lang: Lang): string =>
  pickText(entries.find((entry) => entry.value === value)?.title, lang) ?? value;

/** Returns the name of a row, with its order and phase. */
export function rowName({ quantity, order, phase }: QualityRow, lang: Lang): string {
  const name = wordOf(dictionaries.qualityQuantity.entries, quantity, lang);
  const ordinal = order === null ? '' : pickText({ zh: ` ${order} 次`, en: ` ${order}` }, lang);
  const phased = phase === '' ? '' : pickText({ zh: ` ${phase} 相`, en: ` ${phase}` }, lang);
  return `${name}${ordinal}${phased}`;
}

export function limitText({ low, high, unit }: QualityRow): string {
  const figures = [low, high].flatMap((limit) => (limit === null ? [] : [formatNumber(limit)]));
  return figures.length === 0 ? EMPTY_VALUE : `${figures.join(' ~ ')} ${unit}`.trim();
}

const COLUMNS = ['mean', 'p95', 'min', 'max'] as const;

const cellsOf = (row: QualityRow, zone: string, lang: Lang): string[] => [
  `${rowName(row, lang)}${row.unit ? ` (${row.unit})` : ''}`,
  ...COLUMNS.map((name) => formatNumber(row[name], { decimals: DECIMALS })),
  formatMoment(row.maxTime, 'minute', zone),
  limitText(row),
  formatNumber(row.compliance, { decimals: DECIMALS }),
  `${formatNumber(row.samples)} / ${formatNumber(row.expected)}`,
  wordOf(dictionaries.qualityVerdict.entries, row.verdict, lang),
];

const HEADS = ['quantity', ...COLUMNS, 'maxTime', 'limit', 'compliance', 'samples', 'verdict'] as const;
/** Column widths in percent of the page. */
const WIDTHS = [19, 8, 8, 8, 8, 14, 11, 8, 9, 7];
const FIGURES = [...COLUMNS, 'compliance'] as const;
const isFigure = (name: string): name is (typeof FIGURES)[number] => FIGURES.some((one) => one === name);

const factsOf = (month: Month, stationName: string, lang: Lang) => [
  { label: pickText(WORDS.station, lang), text: stationName },
  { label: pickText(WORDS.month, lang), text: month.month },
  { label: pickText(WORDS.zone, lang), text: month.zone },
  {
    label: pickText(WORDS.standard, lang),
    text: wordOf(dictionaries.qualityStandard.entries, month.standard, lang),
  },
  {
    label: pickText(WORDS.nominal, lang),
    text: month.nominalVoltage === null ? EMPTY_VALUE : `${month.nominalVoltage} V`,
  },
  { label: pickText(WORDS.method, lang), text: month.method },
];

function monthPaper(month: Month, { stationName, from, lang }: Made): Paper {
  return {
    ...{ lang, from, isLandscape: true, isLabel: false, asOf: month.to, number: month.month },
    title: pickText(WORDS.title, lang),
    blocks: [
      { kind: 'pairs', columns: 1, pairs: factsOf(month, stationName, lang) },
      {
        kind: 'table',
        totals: [],
        sums: null,
        table: {
          columns: HEADS.map((name, at) => ({
            label: pickText(WORDS[name], lang),
            width: WIDTHS[at]!,
            isFigure: isFigure(name),
          })),
          rows: month.rows.map((row) => cellsOf(row, month.zone, lang)),
        },
      },
    ],
  };
}

function monthBook(month: Month, { stationName, lang }: Made): Promise<Buffer> {
  const figure = (title: string) => ({ title, kind: 'number' as const, decimals: DECIMALS });
  const text = (title: string) => ({ title, kind: 'text' as const });
  const rows = month.rows.map((row) => {
    const cells: (string | number | null)[] = [...cellsOf(row, month.zone, lang), row.source];
    for (const [at, name] of HEADS.entries()) if (isFigure(name)) cells[at] = row[name];
    return cells;
  });
  const columns = HEADS.map((name) => (isFigure(name) ? figure : text)(pickText(WORDS[name], lang)));
  const facts = factsOf(month, stationName, lang).map(({ label, text: value }) => [label, value]);
  return tablesXlsx(
    [
      { title: pickText(WORDS.title, lang), columns: [...columns, text(pickText(WORDS.source, lang))], rows },
      { title: pickText(WORDS.method, lang), columns: [text(''), text('')], rows: facts },
    ],
    month.zone,
  );
}

interface Made {
  stationName: string;
  /** The issuing company. */
  from: string;
  lang: Lang;
  turn: Turn;
}

export async function makeMonthFile(month: Month, format: ReportFormat, made: Made): Promise<ReportFile> {
  const content =
    format === 'pdf'
      ? await drawPaper(monthPaper(month, made), 'pdf', made.turn)
      : await runInTurn({ ...made.turn, kind: 'table' }, () => monthBook(month, made));
  return {
    name: `${made.stationName} ${pickText(WORDS.title, made.lang)} ${month.month}.${format}`,
    format,
    content,
  };
}
