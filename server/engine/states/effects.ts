import type { Effect, Text, Transition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { movesOf } from '../../../runtime/core/rules/states.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { readLinesOf } from '../entities/lines/lines.ts';
import { makeText } from '../entities/texts.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { createRecordIn, findRecord } from '../entities/write/write.ts';
import { sendNotice } from '../notices/index.ts';
import { checkOwnWrite } from './checkedEffects.ts';
import { placeOfRecord } from './link.ts';
import { addMails } from './mailEffect.ts';
import type { Made, MoveStep, Moving } from './moveStep.ts';
import { findPeople } from './people.ts';
import { findReferring } from './referring.ts';
import { checkMove } from './refusal.ts';
import { addPosts } from './webhookEffect.ts';

export type EffectOf<Do extends Effect['do']> = Extract<Effect, { do: Do }>;

function contextOf({ userId, name, enteredAt }: Session): Values {
  const now = new Date().toISOString();
  return { userId, userName: name, now, entered: enteredAt ?? now };
}

/** Returns the record and the form's input for conditions of effects. Amounts are in the home currency. */
export async function effectInput(
  trx: Trx,
  entity: Entity,
  { effects = [], form }: Transition,
  input: Values,
): Promise<Values> {
  if (!effects.some((effect) => effect.if)) return input;
  return inHome(trx, { schema: { properties: { ...form?.properties, ...entity.schema.properties } } }, input);
}

/** Removes empty fields, because conditions treat them as absent. */
const filledOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Returns the effects of a kind whose condition is true. */
export function effectsOf<Do extends Effect['do']>(
  { effects = [] }: Transition,
  what: Do,
  compared: Values,
  session: Session,
): EffectOf<Do>[] {
  const filled = filledOf(compared);
  return effects.filter(
    (effect): effect is EffectOf<Do> =>
      effect.do === what && (!effect.if || isConditionMet(effect.if, filled, contextOf(session))),
  );
}

/**
 * Returns the error of a failed effect. The transition and its form are valid, so the error names the effect,
 * not a field.
 */
function makeEffectError(what: Text, reason: string, cause?: unknown): AppError {
  return new AppError('state.effectFailed', { what, reason }, { cause });
}

const CREATING = (entity: Entity): Text => ({
  zh: `创建${entity.title.zh}`,
  en: `Creating the ${entity.title.en.toLowerCase()}`,
});
const SETTING = (entity: Entity, name: string): Text => ({
  zh: `填写${fieldsOf(entity)[name]?.title?.zh ?? name}`,
  en: `Setting ${fieldsOf(entity)[name]?.title?.en ?? name}`,
});

/** Joins the messages of an error's fields into one sentence. */
function reasonOf(error: AppError, { lang }: Pick<CallContext, 'lang'>): string {
  const { msg, errors = [] } = answerError(error, lang).body;
  return errors.length > 0
    ? [...new Set(errors.map((error) => error.msg))].join(languageOf(lang).semicolon)
    : msg;
}

/** Returns whether the error itself already names the effect's records. */
const isExplained = ({ key }: AppError): boolean => key === 'state.tooManyReferring';

/** Converts an error during an effect into an error that names the effect. Other exceptions are unchanged. */
export function explainRefusal(what: Text, error: unknown, ctx: Pick<CallContext, 'lang'>): unknown {
  return error instanceof AppError && !isExplained(error)
    ? makeEffectError(what, reasonOf(error, ctx), error)
    : error;
}

/** Returns a constant, or the result of an expression over the record, the form and the acting user. */
export function makeValue(value: unknown, input: Values, session: Session, what: Text): unknown {
  if (!isObject(value)) return value;
  const computed = computeValue(value, input, contextOf(session));
  if (computed.problem) throw makeEffectError(what, computed.reason);
  return computed.value;
}

export async function assignedValues(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  input: Values,
  session: Session,
): Promise<Values> {
  const compared = await effectInput(trx, entity, transition, input);
  return Object.fromEntries(
    effectsOf(transition, 'assign', compared, session).map(({ field, value }) => [
      field,
      makeValue(value, input, session, SETTING(entity, field)),
    ]),
  );
}

/** Converts an error about a field that an effect, not the user, has written. */
export function explainAssigned(
  entity: Entity,
  assigned: Values,
  error: unknown,
  ctx: Pick<CallContext, 'lang'>,
): unknown {
  const { field, errors = field ? [{ field }] : [] } = error instanceof AppError ? error.extras : {};
  const blamed = errors.map((error) => error.field.split('/')[1] ?? '').find((name) => name in assigned);
  return blamed === undefined ? error : explainRefusal(SETTING(entity, blamed), error, ctx);
}

/** Creates the record, and makes its immediate transitions. */
async function makeRecord(
  trx: Trx,
  { entity, values, moves = [] }: EffectOf<'create'>,
  input: Values,
  ctx: MoveStep,
  moving: Moving,
): Promise<Made[]> {
  const target = entityOf(entity);
  const what = CREATING(target);
  const body = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, makeValue(value, input, ctx.session, what)]),
  );
  try {
    if (ctx.checked) checkOwnWrite(target, ctx.session, 'create', Object.keys(body));
    return await writeGuard(ctx.db, target, { deleting: false, lang: ctx.lang }, async () => {
      const { id } = await createRecordIn(trx, ctx, target, body, {
        byDefinition: !ctx.checked,
        owner: ctx.owner,
      });
      const made: Made[] = [{ entity: target, id: Number(id), what: 'create' }];
      for (const name of moves) {
        const transition = movesOf(target).find((one) => one.name === name);
        if (!transition) continue;
        const record = await findRecord(trx, target, Number(id), true);
        await checkMove(trx, target, transition, record, ctx);
        made.push(...(await moving(trx, target, transition, record, {}, ctx)).made);
      }
      return made;
    });
  } catch (error) {
    throw explainRefusal(what, error, ctx);
  }
}

/** Returns the matching lines for which an effect runs. The values of the effect can use the line. */
export async function rowsOf(
  trx: Trx,
  ctx: Pick<CallContext, 'session'>,
  entity: Entity,
  { each, eachIf }: Pick<EffectOf<'create'>, 'each' | 'eachIf'>,
  { record, form }: { record: Row; form: Values },
): Promise<Values[]> {
  if (each === undefined) return [{}];
  const isLines = lineSets(entity).some(({ name }) => name === each);
  const rows = form[each] ?? (isLines ? (await readLinesOf(trx, ctx, entity, record))[each] : record[each]);
  if (!Array.isArray(rows)) return [];
  return rows
    .filter((row: Values) => !eachIf || isConditionMet(eachIf, filledOf(row), contextOf(ctx.session)))
    .map((row: unknown) => ({ each: row }));
}

/** Creates records and notifies users, as effects of a transition. Returns the created records. */
export async function runEffects(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  record: Row,
  form: Values,
  ctx: MoveStep,
  moving: Moving,
): Promise<Made[]> {
  const { session } = ctx;
  const made: Made[] = [];
  const input = { ...record, ...form };
  const compared = await effectInput(trx, entity, transition, input);
  for (const effect of effectsOf(transition, 'create', compared, session))
    for (const row of await rowsOf(trx, ctx, entity, effect, { record, form }))
      made.push(...(await makeRecord(trx, effect, { ...input, ...row }, ctx, moving)));
  for (const { channel, fields } of effectsOf(transition, 'webhook', compared, session))
    await addPosts(trx, session, { entity, record, event: transition.name, channel, fields });
  const fields = { ...transition.form?.properties, ...entity.schema.properties };
  for (const effect of effectsOf(transition, 'mail', compared, session))
    await addMails(trx, session, { entity, record, effect, fields, values: { ...form, ...record } });
  for (const effect of effectsOf(transition, 'notify', compared, session)) {
    const text = makeText(effect.text, fields, { ...form, ...record }, session.name);
    const { entity: about, rows } = await findReferring(trx, entity, record, effect);
    for (const row of rows) {
      const people = await findPeople(trx, effect.to, { entity: about, record: row, userId: session.userId });
      await sendNotice(trx, {
        tenantId: session.tenantId,
        // An acting user is not notified, but the owner of an automation is, because the owner is not present.
        userIds: ctx.checked ? people : people.filter((id) => id !== session.userId),
        text,
        link: placeOfRecord(about, row),
        kind: 'transition',
      });
    }
  }
  return made;
}
