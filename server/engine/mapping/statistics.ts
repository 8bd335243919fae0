/** Documented calls that return statistics of records, and the records behind a figure. */
import { isObject } from '../../../runtime/core/object.ts';
import type { CallContext } from '../context.ts';
import { answerStatistic, type StatisticQuery } from '../statistics/index.ts';
import { answerRecordsBehind } from '../statistics/recordsBehind.ts';
import { readConditions } from './conditions.ts';
import type { ActionOf } from './read.ts';
import { type MappedInput, readSource } from './sources.ts';

export function serveStatistics(action: ActionOf<'statistics'>, input: MappedInput, ctx: CallContext) {
  const question: StatisticQuery = input.query ?? {};
  const { statistic, dimensions, compare, top, where } = action;
  const fixed = {
    ...(dimensions ? { by: dimensions.join() } : {}),
    ...(compare ? { compare } : {}),
    ...(top ? { top } : {}),
  };
  const name = isObject(statistic) ? String(readSource(statistic, input, ctx.session)) : statistic;
  return answerStatistic(ctx, name, { ...question, ...fixed }, readConditions(where, input, ctx));
}

export const serveRecordsBehind = (action: ActionOf<'records'>, input: MappedInput, ctx: CallContext) => {
  const query = { ...input.query, ...(action.figure === undefined ? {} : { figure: action.figure }) };
  return answerRecordsBehind(ctx, action.statistic, query, readConditions(action.where, input, ctx));
};
