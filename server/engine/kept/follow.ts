/** The computed fields of a record follow its roll-ups, and its rules may refuse the write below it. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { brokenRules } from '../../../runtime/core/crossRules.ts';
import { conditionalProblems } from '../../../runtime/core/fieldProblem.ts';
import { settleValues, stripValues } from '../../../runtime/core/values.ts';
import { brokenRuleMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Feed, Writer, Written } from './feeds.ts';

/**
 * Returns the figures and the computed fields as they are with them; a field without a value is null. Throws where one
 * cannot be computed.
 */
export function followValues({ name: entity, schema }: EntityDefinition, before: Row, figures: Row): Row {
  const computed = Object.entries(schema.properties ?? {}).filter(([, field]) => field['x-computed']);
  if (computed.length === 0) return figures;
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
  return { ...figures, ...Object.fromEntries(computed.map(([name]) => [name, values[name] ?? null])) };
}

/** The field of the writer's own record that the rule is about: the one whose values are rolled up. */
function fieldBlamed(feeds: readonly Feed[], blamed: unknown): string | undefined {
  const feed = feeds.find(({ own }) => own.name === blamed) ?? feeds.find(({ own }) => own.rollup.field);
  return (feed ?? feeds[0])?.own.rollup.field ?? feeds[0]?.own.ref;
}

/**
 * Throws where a rule of the record above does not hold with its new figures. Its row is locked, so of two writes that
 * are right alone and not together, the second is refused.
 */
export function refuseAbove(
  entity: EntityDefinition,
  { before, after }: Written,
  feeds: readonly Feed[],
  { lang = 'zh', context = {} }: Writer,
): void {
  const { schema } = entity;
  const [broken] = brokenRules(schema, stripValues(schema, after), context, stripValues(schema, before));
  if (!broken) return;
  if (!broken.text)
    throw new AppError(
      'entity.notComputed',
      { problem: broken.path.join('.') },
      { cause: `${entity.name}/${broken.path.join('/')}: ${broken.reason}` },
    );
  const problem = brokenRuleMessage(broken.text, broken.holder, lang);
  const field = fieldBlamed(feeds, broken.path[0]);
  const errors = field === undefined ? [] : [{ field: `/${field}`, msg: problem }];
  throw new AppError('entity.ruleAbove', { title: entity.title[lang], problem }, { errors });
}
