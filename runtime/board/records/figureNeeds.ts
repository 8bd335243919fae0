/** The needs of a widget with statistics of records. Pure. */
import { isObject } from '../../core/object.ts';
import type { Compare, Period } from '../../core/statistics/steps.ts';
import { writeDay } from '../../core/statistics/steps.ts';
import { dateOf } from '../../core/time/timeWindow.ts';
import {
  type FigureQuestion,
  filterAsked,
  findAskedEntity,
  findAskedStatistic,
  listAskedFigures,
  splitAsked,
} from '../../record/figures/question.ts';
import type { StatisticAnswer } from '../../record/figures/words.ts';
import { widgetRange } from '../options/range.ts';
import { callData, callNeed } from '../widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../widget/widget.ts';

export interface FigureConfig {
  question?: FigureQuestion;
  range?: string;
}

/** Returns the whole days of a range, in the station's time zone. Null if the figures cover all records. */
export function figurePeriod(
  { question = {}, range }: FigureConfig,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): Period | null {
  if (question.time === 'all') return null;
  const { from, to } = widgetRange(range, context, 'thisYear');
  const dayOf = (ts: number): string => writeDay(dateOf(ts, context.zone));
  return { from: dayOf(Date.parse(from)), to: dayOf(Date.parse(to) - 1) };
}

export const figureCompare = ({ question = {} }: FigureConfig): Compare | undefined =>
  question.compare === 'none' || question.time === 'all' ? undefined : question.compare;

/** `ranked`: returns the largest values first, up to the requested number. */
export function figureNeeds(config: FigureConfig, context: WidgetContext, ranked: boolean): NeedSpec[] {
  const { question = {} } = config;
  const statistic = findAskedStatistic(question);
  if (!statistic) return [];
  const entity = findAskedEntity(statistic);
  const compare = figureCompare(config);
  const figures = listAskedFigures(statistic, question);
  const filter = filterAsked(entity, question, context.stationSn);
  const query = {
    by: splitAsked(statistic, question).join(),
    figures: figures.join(),
    ...figurePeriod(config, context),
    ...(compare ? { compare } : {}),
    ...(filter ? { filter } : {}),
    ...(ranked ? { sort: `-${figures[0]}` } : {}),
    ...(ranked && question.top ? { top: question.top } : {}),
  };
  return [callNeed('recordStatistic', { path: { name: statistic.name }, query })];
}

const isLine = (value: unknown): boolean => isObject(value) && isObject(value.figures);

/** Returns the answer if it is valid. */
export function readFigures(result: NeedResult | undefined): StatisticAnswer | null {
  const data = callData('recordStatistic', result);
  return Array.isArray(data?.rows) &&
    Array.isArray(data.totals) &&
    Array.isArray(data.by) &&
    [...data.rows, ...data.totals].every(isLine)
    ? data
    : null;
}
