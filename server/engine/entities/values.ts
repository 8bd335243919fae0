import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { type BrokenRule, brokenRules } from '../../../runtime/core/rules/crossRules.ts';
import { fillDefaults, fillRows, looksAround } from '../../../runtime/core/rules/defaults.ts';
import { conditionalProblems, descendField, type Problem } from '../../../runtime/core/rules/fieldProblem.ts';
import { fieldsFinder } from '../../../runtime/core/rules/fieldsFinder.ts';
import { copyingsOf, isHeld } from '../../../runtime/core/rules/referenceValues.ts';
import { figuresOf, splitRules } from '../../../runtime/core/rules/rollups.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { keepNumbers } from '../../../runtime/core/rules/sequence.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import { settleValues, stripValues } from '../../../runtime/core/rules/values.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { brokenRuleMessage, problemMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { fieldsOf } from './columns.ts';
import { sanitiseHtml } from './html.ts';
import { createOwned, updateOwned } from './lines/ownedFields.ts';
import { refuseEmptyRule } from './scheduleRule.ts';
import type { ValueStep } from './write/valueStep.ts';
import type { WriteOptions } from './write/writeOptions.ts';

const markupIn = fieldsFinder((field) => fieldTypeOf(field).isMarkup === true);

function cleanValue(field: Field, value: unknown): unknown {
  if (typeof value === 'string') return fieldTypeOf(field).isMarkup ? sanitiseHtml(value) : value;
  const { items } = field;
  if (Array.isArray(value)) return items ? value.map((item: unknown) => cleanValue(items, item)) : value;
  return isObject(value) ? cleanValues(field, value) : value;
}

function cleanValues(field: Field, values: Values): Values {
  const named = markupIn(field).filter(([name]) => name in values);
  return {
    ...values,
    ...Object.fromEntries(named.map(([name, one]) => [name, cleanValue(one, values[name])])),
  };
}

/** Returns the message of an error in the language of the answer. */
function messageOf(entity: EntityDefinition, fault: Problem | BrokenRule, { lang }: ValueStep): string {
  if ('holder' in fault && fault.text) return brokenRuleMessage(fault.text, fault.holder, lang);
  return problemMessage(descendField(entity.schema, fault.path) ?? {}, fault.keyword, undefined, lang);
}

/**
 * Throws the problems with their fields. An expression that fails is an error of the definition, and aborts the
 * request.
 */
function refuse(entity: EntityDefinition, faults: readonly (Problem | BrokenRule)[], step: ValueStep): void {
  if (faults.length === 0) return;
  const errors = faults.map((fault) => ({
    field: `/${fault.path.join('/')}`,
    msg: messageOf(entity, fault, step),
  }));
  const uncomputed = faults.findIndex(({ reason }) => reason !== undefined);
  if (uncomputed < 0) throw new AppError('http.invalid', {}, { errors });
  throw new AppError(
    'entity.notComputed',
    { problem: errors[uncomputed]?.msg ?? '' },
    { errors, cause: `${entity.name}${errors[uncomputed]?.field}: ${faults[uncomputed]?.reason}` },
  );
}

/**
 * Throws if the record violates a rule over its fields (x-rules). `before` is the stored record. Rules over figures
 * are checked at the end of the transaction.
 */
export function refuseBroken(
  entity: EntityDefinition,
  now: Values,
  before: Values | null,
  step: ValueStep,
): void {
  refuse(entity, brokenRules(splitRules(entity.schema).before, now, step.context, before), step);
}

/**
 * Returns the writable fields of the record as they will be stored. Throws if the rules require a missing value.
 * `before` is the stored record, including fields that only the server writes.
 */
function checkValues(entity: EntityDefinition, values: Values, before: Row | null, step: ValueStep): Values {
  refuse(entity, conditionalProblems(entity.schema, values, {}), step);
  refuseBroken(
    entity,
    { ...pickServerValues(entity, before), ...values },
    before && stripValues(entity.schema, before),
    step,
  );
  refuseEmptyRule(entity, values, before, step.lang);
  return cleanValues(entity.schema, values);
}

const pickServerValues = (entity: EntityDefinition, row: Row | null): Values =>
  Object.fromEntries(
    Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
      field.readOnly && row ? [[name, row[name]]] : [],
    ),
  );

const writable = ({ schema }: EntityDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, field]) => !field.readOnly && values[name] !== undefined)
      .map(([name]) => [name, values[name]]),
  );

/** Returns the values with defaults in their new rows. Defaults may use computed fields of the whole record. */
function beginRows({ schema }: EntityDefinition, values: Values, before: Values, context: Values): Values {
  const begun = fillRows(schema, values, before, context);
  if (!looksAround(schema)) return begun;
  return fillRows(schema, values, before, context, settleValues(schema, stripValues(schema, begun), context));
}

/** Returns the initial values of a new record and its rows: the input, with defaults for missing values. */
export function startValues(
  entity: EntityDefinition,
  values: Values,
  { context, around }: ValueStep,
): Values {
  const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return beginRows(entity, fillDefaults(entity.schema, entered, context, around), {}, context);
}

/** Sets the default of each missing reference from which the new record copies values (x-copyFrom). */
export function beginReferences(entity: EntityDefinition, body: Values, step: ValueStep): Values {
  const open = copyingsOf(entity.schema).filter(
    ({ ref, isKept }) =>
      isKept && body[ref] === undefined && fieldsOf(entity)[ref]?.['x-default'] !== undefined,
  );
  if (open.length === 0) return body;
  const begun = startValues(entity, body, step);
  const references = open.flatMap(({ ref }) =>
    begun[ref] === undefined ? [] : [[ref, begun[ref]] as const],
  );
  return { ...body, ...Object.fromEntries(references) };
}

/** Returns the owner of a new record as the definition sets it. Users cannot set it themselves. */
export const pickOwner = ({ owner }: EntityDefinition, body: Values): Values =>
  owner !== undefined && body[owner] !== undefined ? { [owner]: body[owner] } : {};

/** `served` contains the values that the server adds to the body. */
export function createValues(
  entity: EntityDefinition,
  body: Values,
  step: ValueStep,
  served: Values = {},
): Values {
  const values = {
    ...writable(entity, body),
    ...createOwned(entity, body),
    ...served,
    ...figuresOf(entity, {}),
  };
  const started = stripValues(entity.schema, startValues(entity, values, step));
  return checkValues(entity, settleValues(entity.schema, started), null, step);
}

/** Returns the values that the server wrote when the record was created or a reference was set. */
const snapshotsOf = (entity: EntityDefinition, row: Row): Values =>
  Object.fromEntries(
    Object.entries(fieldsOf(entity)).flatMap(([name, field]) => (isHeld(field) ? [[name, row[name]]] : [])),
  );

/** Returns state fields, which users cannot write. They are unchanged, but computed fields may use them. */
const ownedOf = (entity: EntityDefinition, row: Row): Values =>
  Object.fromEntries([...ownedFields(entity).keys()].map((name) => [name, row[name]]));

/**
 * Returns the writable part of the record after the change. Fields that are not in the body are unchanged. `taken`
 * contains the values that the server adds to the body.
 */
export function updateValues(
  entity: EntityDefinition,
  before: Row,
  body: Values,
  step: ValueStep,
  {
    taken = {},
    move,
  }: {
    taken?: Values;
    move?: Pick<NonNullable<WriteOptions['move']>, 'values' | 'whilePending' | 'isRemade'>;
  } = {},
): Values {
  updateOwned(entity, before, body, move);
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    const changed = name in body && body[name] !== before[name];
    if (field['x-immutable'] && changed && !move?.isRemade) {
      const title = pickText(field.title, step.lang) ?? name;
      throw new AppError('entity.fixed', { field: title }, { field: `/${name}` });
    }
  }
  const current = writable(entity, before);
  const merged = stripValues(entity.schema, {
    ...beginRows(entity, { ...current, ...writable(entity, body) }, current, step.context),
    ...snapshotsOf(entity, before),
    ...ownedOf(entity, before),
    ...taken,
    ...figuresOf(entity, before),
    ...keepNumbers(entity, before, body),
    // A transition changes the state, so fields computed from the state change too.
    ...move?.values,
  });
  const emptied = Object.entries(taken).filter(([, value]) => value === null);
  return {
    ...Object.fromEntries(emptied),
    ...checkValues(entity, settleValues(entity.schema, merged), before, step),
  };
}

/** Returns the values for all columns. A missing value is null. */
export function toStoredRow(entity: EntityDefinition, values: Values, names: readonly string[]): Row {
  const fields = fieldsOf(entity);
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      if (value === undefined || value === null) return [name, null];
      const field = fields[name];
      return [name, field && fieldTypeOf(field).column === 'jsonb' ? JSON.stringify(value) : value];
    }),
  );
}
