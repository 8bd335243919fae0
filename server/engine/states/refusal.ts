/** Explains why a record cannot make a transition. Reads figures over other records if the rules use them. */

import type { Field, Transition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { statisticRegistry } from '../../../runtime/core/definitions/statistics.ts';
import { isAmount } from '../../../runtime/core/numbers/money.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { type Refusal, transitionRefusal } from '../../../runtime/core/rules/states.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { DAY_MS, dateOf } from '../../../runtime/core/time/timeWindow.ts';
import { brokenRuleMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { fieldsOf } from '../entities/columns.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { valueTitle } from '../entities/texts.ts';
import { readFigure } from '../statistics/figure.ts';
import type { MoveStep } from './moveStep.ts';
import { notByRefusal } from './notBy.ts';
import { draftRefusal } from './versions.ts';

export type MoveContext = Pick<MoveStep, 'session' | 'zone'>;

const contextOf = ({ session: { userId } }: MoveContext) => ({ userId, now: new Date().toISOString() });

/** Returns the values of this record that select the counted records. */
const whereOf = (where: Values, record: Row): Values =>
  Object.fromEntries(
    Object.entries(where).map(([name, value]) => [
      name,
      isObject(value) ? (computeValue(value, record).value ?? null) : value,
    ]),
  );

/** A record, and its copy with amounts in the home currency, which conditions compare. */
interface Compared {
  record: Row;
  home: Values;
}

/**
 * Reads the figures that the rules of a transition use. Locks out concurrent callers, so that the figures stay valid.
 */
async function readFigures(
  trx: ScopedTrx,
  { figures = {} }: Transition,
  { record, home }: Compared,
  { zone, session }: MoveContext,
): Promise<Values> {
  const on = new Date(dateOf(Date.now(), zone) * DAY_MS).toISOString().slice(0, 10);
  const queries = Object.entries(figures).map(([name, { statistic, figure, where, if: when }]) => {
    const query = { statistic, figure, where: whereOf(where, record), zone, on };
    return { name, query, when };
  });
  const locks = queries.map(
    ({ query }) => `figure ${session.tenantId} ${query.statistic} ${JSON.stringify(query.where)}`,
  );
  for (const lock of [...new Set(locks)].sort()) await lockName(trx, lock);
  const read: Values = {};
  for (const { name, query, when } of queries) {
    const isRead = !when || isConditionMet(when, { ...home, ...read }, contextOf({ session, zone }));
    read[name] = isRead ? await readFigure(trx, query) : null;
  }
  return read;
}

/** Returns the field definition of a figure, so that amounts are formatted as amounts. */
function figureField({ statistic: name, figure }: { statistic: string; figure: string }): Field {
  const statistic = statisticRegistry.get(name);
  const counted = statistic?.figures.find((one) => one.name === figure);
  const field = statistic && fieldsOf(entityOf(statistic.of))[counted?.field ?? ''];
  return isAmount(field) ? { type: 'string', format: 'money' } : { type: 'number' };
}

export interface FoundRefusal {
  refusal: Refusal;
  figures: Values;
}

export async function findRefusal(
  trx: ScopedTrx,
  entity: Entity,
  transition: Transition,
  before: Row,
  step: MoveContext,
): Promise<FoundRefusal | null> {
  const text =
    (await notByRefusal(trx, entity, transition, before, step.session.userId)) ??
    (await draftRefusal(trx, entity, transition, before));
  if (text) return { refusal: { why: 'guard', text }, figures: {} };
  const context = contextOf(step);
  const home = await inHome(trx, entity, before);
  const refused = transitionRefusal(entity, transition, home, context);
  // Figures are read only if they can change the answer or its text.
  if (!transition.figures || refused?.why === 'from') return refused && { refusal: refused, figures: {} };
  const figures = await readFigures(trx, transition, { record: before, home }, step);
  const refusal = transitionRefusal(entity, transition, home, context, figures);
  return refusal && { refusal, figures };
}

/** Returns the reason why the record cannot make the transition. Null if it can. */
export async function moveRefusal(
  trx: ScopedTrx,
  entity: Entity,
  transition: Transition,
  before: Row,
  ctx: MoveContext & Pick<MoveStep, 'lang'>,
): Promise<AppError | null> {
  const found = await findRefusal(trx, entity, transition, before, ctx);
  if (!found) return null;
  const { refusal, figures } = found;
  const { lang } = ctx;
  if (refusal.why === 'guard') {
    const figureFields = Object.entries(transition.figures ?? {}).map(([name, one]) => [
      name,
      figureField(one),
    ]);
    const field = { properties: { ...entity.schema.properties, ...Object.fromEntries(figureFields) } };
    const reason = brokenRuleMessage(refusal.text, { field, values: { ...before, ...figures } }, lang);
    return new AppError('state.guard', { reason });
  }
  const field = fieldsOf(entity)[entity.states?.field ?? ''];
  const states = (transition.from ?? []).map((state) => valueTitle(field, state, lang));
  return new AppError('state.from', { states: states.join(languageOf(lang).comma) });
}

/** Throws if the record cannot make the transition, with the reason. */
export async function checkMove(...move: Parameters<typeof moveRefusal>): Promise<void> {
  const refusal = await moveRefusal(...move);
  if (refusal) throw refusal;
}
