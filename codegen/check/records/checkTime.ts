/**
 * Checks reminders, time limits and how long records are kept: their dates, states, transitions, recipients and texts.
 */

import type {
  Condition,
  Entity,
  Field,
  People,
  Reminder,
  Source,
  StateLimit,
  Text,
} from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import { type Add, CONTEXTS, recordScope } from '../scope.ts';
import { checkText } from './checkEffects.ts';
import { valuesWith } from './checkRules.ts';

interface Ground {
  entity: Entity;
  known: Known;
  add: Add;
}

interface Notification {
  if?: Condition;
  to?: People;
  text?: Text;
}

const DATES = ['date', 'date-time'];

/** Checks the common parts of reminders and limits: their condition, people and text. */
function checkNotification(
  { entity, known, add }: Ground,
  { if: condition, to, text }: Notification,
  place: string,
): void {
  const scope = recordScope(entity.schema, CONTEXTS.approval);
  if (condition) checkCondition(condition, scope.field, `${place}/if`, { add, valuesOf: valuesWith(known) });
  const names = [...Object.keys(entity.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS)];
  for (const [at, name] of (to?.fields ?? []).entries())
    if (!names.includes(name))
      add(`${place}/to/fields/${at}`, 'unknownField', {
        name,
        entity: entity.name,
        known: choice(name, names),
      });
  // There is no acting user, so the name of the actor is not available.
  if (text) checkText(text, `${place}/text`, { entity, form: undefined, scope, known, add }, []);
}

/** Returns the format of a field, which must be a date or a moment. */
function checkDate({ entity, add }: Ground, name: string, place: string): string {
  const fields = { ...entity.schema.properties };
  const { format = '' } = fields[name] ?? {};
  if (!DATES.includes(format)) {
    const dates = Object.keys(fields).filter((known) => DATES.includes(fields[known]?.format ?? ''));
    add(place, 'oneOf', { known: choice(name, dates) });
  }
  return format;
}

function checkReminder(ground: Ground, reminder: Reminder, place: string): void {
  const { add } = ground;
  const format = checkDate(ground, reminder.field, `${place}/field`);
  if (reminder.before !== undefined && reminder.after !== undefined) add(`${place}/after`, 'spanTwice');
  const side = reminder.before === undefined ? 'after' : 'before';
  if (format === 'date' && reminder[side]?.includes('T')) add(`${place}/${side}`, 'spanOfDay');
  if (format === 'date-time' && reminder.at !== undefined) add(`${place}/at`, 'timeOfMoment');
  checkNotification(ground, reminder, place);
}

function checkLimit(ground: Ground, limit: StateLimit, place: string): void {
  const { entity, known, add } = ground;
  const { states, approval } = entity;
  const field = states && entity.schema.properties?.[states.field];
  const allowed = field ? fieldValues(field, known.dictionaries) : [];
  for (const [at, state] of limit.in.entries())
    if (!allowed.includes(state))
      add(`${place}/in/${at}`, 'oneOf', { known: choice(state, allowed as string[]) });
  if (limit.from !== undefined) checkDate(ground, limit.from, `${place}/from`);
  if (limit.working && limit.after.includes('T')) add(`${place}/working`, 'spanOfWork');
  if (limit.move !== undefined) {
    const following = Object.values(approval?.moves ?? {});
    const moves = (states?.transitions ?? []).filter(({ name }) => !following.includes(name));
    const move = moves.find(({ name }) => name === limit.move);
    if (!move)
      add(`${place}/move`, 'oneOf', {
        known: choice(
          limit.move,
          moves.map(({ name }) => name),
        ),
      });
    else if ((move.form?.required ?? []).length > 0) add(`${place}/move`, 'moveAsks', { name: limit.move });
    else
      for (const [at, state] of limit.in.entries())
        if (!(move.from ?? []).includes(state)) add(`${place}/in/${at}`, 'limitFrom', { name: limit.move });
  }
  checkNotification(ground, limit, place);
}

/** Returns the fields of an entity with all fields within them. */
function fieldsWithin(field: Field): Field[] {
  const inner = [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])];
  return [field, ...inner.flatMap(fieldsWithin)];
}

/** Checks automatic removal. Records that refer to a removed record, add it up or belong to it would be left behind. */
function checkRetention({ entity, known, add }: Ground): void {
  const { keep, schema } = entity;
  if (!keep) return;
  const fields = schema.properties ?? {};
  const moments = Object.keys(fields).filter((name) => fields[name]?.format === 'date-time');
  if (!moments.includes(keep.field)) add('/keep/field', 'oneOf', { known: choice(keep.field, moments) });
  for (const name of Object.keys(keep.where ?? {}))
    if (!(name in fields))
      add(`/keep/where/${name}`, 'unknownField', {
        name,
        entity: entity.name,
        known: choice(name, Object.keys(fields)),
      });
  for (const other of known.entities.values())
    for (const field of fieldsWithin(other.schema))
      if (field['x-ref'] === entity.name || field['x-rollup']?.of.startsWith(`${entity.name}.`))
        add('/keep', 'keepReferred', { name: other.name });
}

/** Reports entries that are identical to an earlier one. */
function checkTwice<T>(named: readonly T[], keyOf: (one: T) => string, place: string, add: Add): void {
  const keys = named.map(keyOf);
  for (const [at, key] of keys.entries()) if (keys.indexOf(key) < at) add(`${place}/${at}`, 'timeTwice');
}

export function timeProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const ground = { entity, known, add };
  const { remind = [], states } = entity;
  checkRetention(ground);
  for (const [at, reminder] of remind.entries()) checkReminder(ground, reminder, `/remind/${at}`);
  checkTwice(remind, ({ field, before, after }) => `${field} ${before} ${after}`, '/remind', add);
  const limits = states?.limits ?? [];
  for (const [at, limit] of limits.entries()) checkLimit(ground, limit, `/states/limits/${at}`);
  checkTwice(
    limits,
    ({ in: of, from, after, move }) => `${of} ${from} ${after} ${move}`,
    '/states/limits',
    add,
  );
  return problems;
}
