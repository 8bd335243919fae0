/** Converts a statistic's answer and request to the rows of a file. Pure. */

import type { StatisticDefinition } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../core/definitions/dictionaries.ts';
import { type Entity, entityOf } from '../../../core/definitions/entities.ts';
import { type Compare, periodBefore } from '../../../core/statistics/steps.ts';
import type { Lang } from '../../../core/text/lang.ts';
import { pickText } from '../../../core/text/pickText.ts';
import { fieldOptions, findOption } from '../../../form/values/options.ts';
import type { Translate } from '../../../kit/i18n/index.ts';
import { listField } from '../../query/fields.ts';
import { type Condition, type FilterGroup, isGroup } from '../../query/group.ts';
import { DATE_RANGES, isDateRange } from '../../query/ranges.ts';
import { choiceOf } from '../../query/tree.ts';
import type texts from '../texts.json';
import {
  figureOf,
  isShare,
  keyText,
  RATIO_DECIMALS,
  type StatisticAnswer,
  type StatisticTotal,
  titleOf,
} from '../words.ts';
import { numberOf, partCurrencies } from './series.ts';

type Cell = string | number | null;
interface Column {
  title: string;
  kind: 'text' | 'number';
  decimals?: number;
}
export interface FigureFile {
  title: string;
  columns: Column[];
  rows: Cell[][];
}

export interface TextWords {
  t: Translate<keyof typeof texts>;
  lang: Lang;
}

const PERCENT = 100;
const AMOUNT_DECIMALS = 2;

interface Drawn {
  columns: Column[];
  cells(line: StatisticTotal): Cell[];
}

const percent = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null ? null : number * PERCENT;
};

function figureColumns(
  statistic: StatisticDefinition,
  name: string,
  compare: Compare | undefined,
  { t, lang }: TextWords,
): Drawn {
  const figure = figureOf(statistic, name);
  const inPercent = isShare(figure);
  const decimals =
    figure?.do === 'ratio' ? RATIO_DECIMALS : figure?.do === 'sum' ? AMOUNT_DECIMALS : undefined;
  const own = pickText(titleOf(statistic, name), lang);
  const unit = inPercent ? '%' : figure?.unit;
  const title = unit === undefined ? own : `${own} (${unit})`;
  const column = (words: string): Column => ({
    title: words,
    kind: 'number',
    ...(decimals === undefined ? {} : { decimals }),
  });
  const read = inPercent ? percent : numberOf;
  if (!compare) return { columns: [column(title)], cells: ({ figures }) => [read(figures[name])] };
  const before = t(compare === 'year' ? 'figures.yearShort' : 'figures.beforeShort');
  return {
    columns: [
      column(title),
      column(`${title} · ${before}`),
      { title: `${own} · ${t('figures.change')} (%)`, kind: 'number', decimals: RATIO_DECIMALS },
    ],
    cells: (line) => [read(line.figures[name]), read(line.before?.[name]), percent(line.change?.[name])],
  };
}

/** Returns every row with its figures, and the totals at the end, as displayed. */
export function figureTable(
  statistic: StatisticDefinition,
  answer: StatisticAnswer,
  names: readonly string[],
  compare: Compare | undefined,
  title: string,
  speech: TextWords,
): FigureFile {
  const { t, lang } = speech;
  const seen = names.filter((name) => answer.totals.every(({ figures }) => name in figures));
  const parts = seen.map((name) => figureColumns(statistic, name, compare, speech));
  const hasCurrency = answer.totals.some(({ currency }) => currency !== null);
  const text = (words: string): Column => ({ title: words, kind: 'text' });
  const tail = (line: StatisticTotal): Cell[] => [
    ...(hasCurrency ? [line.currency ?? ''] : []),
    ...parts.flatMap(({ cells }) => cells(line)),
  ];
  const heads =
    answer.by.length > 0 ? answer.by.map((name) => pickText(titleOf(statistic, name), lang)) : [''];
  return {
    title,
    columns: [
      ...heads.map(text),
      ...(hasCurrency ? [text(t('figures.currency'))] : []),
      ...parts.flatMap(({ columns }) => columns),
    ],
    rows: [
      ...partCurrencies(answer.rows).map((row) => [
        ...answer.by.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none')),
        ...tail(row),
      ]),
      ...answer.totals.map((total) => [
        ...heads.map((_, at) => (at === 0 ? t('figures.all') : '')),
        ...tail(total),
      ]),
    ],
  };
}

function conditionText(entity: Entity, condition: Condition, { t, lang }: TextWords): string {
  const field = listField(entity, condition.field);
  const title = pickText(field.title, lang) ?? condition.field;
  const choice = choiceOf(condition);
  const options = fieldOptions(field, dictionaries, lang);
  const word = (value: unknown): string => {
    if (isDateRange(value)) return t(DATE_RANGES[value]);
    if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
    return options ? findOption(options, value as string).label : String(value);
  };
  const { value } = condition;
  const hasValues = !['me', 'empty', 'filled'].includes(choice);
  const valueText = hasValues ? [value].flat().map(word).join(', ') : '';
  return `${title} ${t(`list.op.${choice}`)} ${valueText}`.trim();
}

/** Formats conditions as a line of text. */
export function groupText(entity: Entity, group: FilterGroup, words: TextWords): string {
  const joint = words.t(group.join === 'and' ? 'list.wordsAnd' : 'list.wordsOr');
  return group.nodes
    .map((node) =>
      isGroup(node) ? `(${groupText(entity, node, words)})` : conditionText(entity, node, words),
    )
    .join(joint);
}

export interface FigureQuery {
  from: string | null;
  to: string | null;
  compare: Compare | undefined;
  group: FilterGroup | null;
  /** The name of the station, if the statistic is limited to one. */
  station?: string | undefined;
  /** The time zone of the days. */
  zone: string;
}

/** Describes the request: the statistic, its days with time zone, the comparison, the conditions. */
export function askedTable(
  statistic: StatisticDefinition,
  { from, to, compare, group, station, zone }: FigureQuery,
  title: string,
  words: TextWords,
): FigureFile {
  const { t, lang } = words;
  const days = (first: string, last: string): string => `${first} – ${last}`;
  const before = from && to && compare ? periodBefore({ from, to }, compare) : null;
  const rows: Cell[][] = [
    [t('figures.statistic'), pickText(statistic.title, lang)],
    [t('report.period'), from && to ? days(from, to) : t('choose.always')],
    ...(before ? [[t('report.compare'), days(before.from, before.to)]] : []),
    [t('figures.zone'), zone],
    ...(station === undefined ? [] : [[t('figures.station'), station]]),
    [t('choose.filter'), group ? groupText(entityOf(statistic.of), group, words) : t('figures.everything')],
  ];
  return {
    title,
    columns: [
      { title: t('figures.asked'), kind: 'text' },
      { title: '', kind: 'text' },
    ],
    rows,
  };
}
