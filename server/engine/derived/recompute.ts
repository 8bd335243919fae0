/** Recomputes fields of a record from its roll-ups. Rules of the record may refuse a write of its child records. */

import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { brokenRules } from '../../../runtime/core/rules/crossRules.ts';
import { conditionalProblems } from '../../../runtime/core/rules/fieldProblem.ts';
import { fieldsFollowing, splitRules } from '../../../runtime/core/rules/rollups.ts';
import { settleValues, stripValues } from '../../../runtime/core/rules/values.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { brokenRuleMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Feed, Writer } from './rollupSources.ts';

interface Followed {
  /** Computed fields that depend on a figure, directly or through other fields. */
  names: readonly string[];
  /** The record's schema in which only these fields are computed. Other computed fields do not change here. */
  schema: Field;
}

const followed = new WeakMap<Field, Followed>();

function followSchema(schema: Field): Followed {
  const known = followed.get(schema);
  if (known) return known;
  const fields = Object.entries(schema.properties ?? {});
  const changing = fieldsFollowing(schema);
  const properties = fields.map(([name, field]) => {
    const { 'x-computed': computed, ...rest } = field;
    return [name, computed && changing.has(name) ? field : rest];
  });
  const made = {
    names: fields.flatMap(([name, field]) => (field['x-computed'] && changing.has(name) ? [name] : [])),
    schema: { ...schema, properties: Object.fromEntries(properties) },
  };
  followed.set(schema, made);
  return made;
}

/**
 * Returns the figures and the fields computed from them. A field without a value is null. Throws if a field cannot be
 * computed.
 */
export function followValues(
  { name: entity, schema: whole }: EntityDefinition,
  before: Row,
  figures: Row,
): Row {
  const { names, schema } = followSchema(whole);
  if (names.length === 0) return figures;
  const fieldsBefore = Object.keys(schema.properties ?? {}).map((name) => [name, before[name]]);
  const values = settleValues(
    schema,
    stripValues(schema, { ...Object.fromEntries(fieldsBefore), ...figures }),
  );
  const failed = conditionalProblems(schema, values, {}).find(({ reason }) => reason !== undefined);
  if (failed)
    throw new AppError(
      'entity.notComputed',
      { problem: failed.path.join('.') },
      { cause: `${entity}/${failed.path.join('/')}: ${failed.reason}` },
    );
  return { ...figures, ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])) };
}

/**
 * Returns the field of the written record that caused the error: the field that is rolled up. Undefined
 * without feeds.
 */
function findBlamedField(feeds: readonly Feed[], blamed: unknown): string | undefined {
  const feed = feeds.find(({ own }) => own.name === blamed) ?? feeds.find(({ own }) => own.rollup.field);
  return (feed ?? feeds[0])?.own.rollup.field ?? feeds[0]?.own.ref;
}

/**
 * A record with new figures, and its state before the transaction. `own` is true if the transaction also wrote the
 * record directly.
 */
interface Ruled {
  before: Row | null;
  after: Row;
  own: boolean;
}

/**
 * Throws if a record violates a rule over figures. The row is locked. If two writes are valid alone but not together,
 * the second is refused.
 */
export function refuseFollowed(
  entity: EntityDefinition,
  { before, after, own }: Ruled,
  feeds: readonly Feed[],
  { lang = 'zh', context = {} }: Writer,
): void {
  const { schema } = entity;
  const rules = splitRules(schema).after;
  const was = before && stripValues(schema, before);
  const [broken] = brokenRules(rules, stripValues(schema, after), context, was);
  if (!broken) return;
  if (!broken.text)
    throw new AppError(
      'entity.notComputed',
      { problem: broken.path.join('.') },
      { cause: `${entity.name}/${broken.path.join('/')}: ${broken.reason}` },
    );
  const problem = brokenRuleMessage(broken.text, broken.holder, lang);
  if (own && feeds.length === 0) {
    const errors = [{ field: `/${broken.path.join('/')}`, msg: problem }];
    throw new AppError('http.invalid', {}, { errors });
  }
  const field = findBlamedField(feeds, broken.path[0]);
  const errors = field === undefined ? [] : [{ field: `/${field}`, msg: problem }];
  throw new AppError('entity.ruleAbove', { title: pickText(entity.title, lang), problem }, { errors });
}
