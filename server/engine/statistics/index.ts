/** Answers statistics. Figures include exactly the records that the user may list. */
import type { StatisticDefinition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { statisticRegistry } from '../../../runtime/core/definitions/statistics.ts';
import { type Period, readDay, writeDay } from '../../../runtime/core/statistics/steps.ts';
import type { RecordCondition, Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { may } from '../entities/columns.ts';
import { fieldsWhere, selectionWhere } from '../entities/list/selection.ts';
import { sumTotals } from './exchange.ts';
import { readLabels } from './labels.ts';
import { readRows, rowsQuery, selectRows } from './query.ts';
import { readQuestion, type StatisticQuery, type StatisticQuestion } from './question.ts';
import { shapeAnswer } from './rows.ts';
import { listRunning, withoutTime } from './running.ts';
import type { StatisticScope } from './scope.ts';

/** Maximum number of rows. More rows are useful neither to users nor to charts. */
const MAX_ROWS = 5_000;

export type { StatisticQuery } from './question.ts';

export function statisticOf(name: string): StatisticDefinition {
  const statistic = statisticRegistry.get(name);
  if (!statistic) throw new AppError('http.notFound');
  return statistic;
}

export function scopeOf(
  statistic: StatisticDefinition,
  entity: Entity,
  query: StatisticQuery,
  where: Readonly<Record<string, unknown>>,
  { session: asker, zone }: CallContext,
): StatisticScope {
  const { search, filter } = query;
  const selected = selectionWhere(entity, asker, { search, filter, where: statistic.where, zone });
  const visible = fieldsWhere(entity, asker, where, zone);
  // Row-level security reads a setting for every record. With this condition PostgreSQL reads it once, and can count
  // in parallel.
  const own: RecordCondition = (eb) => eb('tenantId', '=', asker.tenantId);
  return { entity, asker, zone, where: (eb) => eb.and([own(eb), selected(eb), visible(eb)]) };
}

/**
 * Returns the figures for each combination of the requested dimensions, and the totals. Amounts are decimal texts, and
 * each currency has its own rows. Throws 403 if a field is hidden from the caller. Throws 400 for an invalid name or
 * period, and 422 for too many rows.
 */
export const answerStatistic = (
  ctx: CallContext,
  name: string,
  query: StatisticQuery,
  where: Readonly<Record<string, unknown>> = {},
) => answerStatisticOf(ctx, statisticOf(name), query, where);

const FIRST_DAY = '0001-01-01';

/** Returns the time before a period. */
const untilOf = ({ from }: Period): Period => ({ from: FIRST_DAY, to: writeDay(readDay(from) - 1) });

/**
 * Reads the rows of the requested period and of the previous period. Uses one query if neither a comparison nor
 * running figures are requested.
 */
async function readSides(
  { db, session: { tenantId } }: CallContext,
  scope: StatisticScope,
  statistic: StatisticDefinition,
  question: StatisticQuestion,
  { sumOn }: StatisticQuery,
) {
  const part = (period: Period | null) => ({ period, limit: MAX_ROWS + 1 });
  const time = statistic.time ?? 'createdAt';
  const isRunning = listRunning(question).length > 0;
  if (isRunning && sumOn) throw new AppError('statistic.runningSum', {}, { field: '/query/sumOn' });
  if (!question.before && !sumOn && !isRunning) {
    const rows = await db.reading.ask<Row>(tenantId, (trx) =>
      rowsQuery(trx, scope, statistic, question, part(question.period)),
    );
    return { now: readRows(question, rows), before: null, sum: null, opened: undefined };
  }
  return db.reading.tenant(tenantId, async (trx) => {
    const now = await selectRows(trx, scope, statistic, question, part(question.period));
    const totals = now.filter(({ isTotal }) => isTotal);
    const sum = sumOn ? await sumTotals(trx, question, totals, sumOn) : null;
    const before =
      question.before && (await selectRows(trx, scope, statistic, question, part(question.before)));
    const opening = async (period: Period | null) =>
      period && isRunning
        ? selectRows(trx, scope, statistic, withoutTime(question, time), part(untilOf(period)))
        : [];
    const opened = { now: await opening(question.period), before: await opening(question.before) };
    return { now, before, sum, opened };
  });
}

/** Answers a statistic whose definition is not published yet. */
export async function answerStatisticOf(
  ctx: CallContext,
  statistic: StatisticDefinition,
  query: StatisticQuery,
  where: Readonly<Record<string, unknown>> = {},
) {
  const entity = entityOf(statistic.of);
  if (!may(ctx.session, `${entity.name}:list`)) throw new AppError('http.forbidden');
  const question = readQuestion(statistic, entity, ctx.session, query);
  const scope = scopeOf(statistic, entity, query, where, ctx);
  const time = statistic.time ?? 'createdAt';
  const sides = await readSides(ctx, scope, statistic, question, query);
  // Rows are compared one by one, so missing earlier rows would make the answer wrong.
  if (sides.before && sides.before.length > MAX_ROWS)
    throw new AppError('statistic.manyRows', { most: MAX_ROWS });
  const more = sides.now.length > MAX_ROWS;
  const { rows, totals } = shapeAnswer(question, time, sides, sides.opened);
  const labels = await readLabels(ctx, entity, question.dimensions, rows);
  return {
    by: question.dimensions.map((dimension) => dimension.name),
    from: question.period?.from ?? null,
    to: question.period?.to ?? null,
    rows: rows.map((row, index) => ({ ...row, labels: labels[index] ?? {} })),
    totals,
    sum: sides.sum,
    more: more || (question.top !== null && rows.length < sides.now.length - totals.length),
  };
}
