import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { conditionalProblems, descendField } from '../../../runtime/core/fieldProblem.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { completeValues, newRowsFill, settleValues, stripValues } from '../../../runtime/core/values.ts';
import { problemMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { fieldsOf } from './columns.ts';
import { sanitiseHtml } from './html.ts';
import { createOwned, updateOwned } from './ownedFields.ts';

function cleanValue(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && fieldTypeOf(field).isMarkup) return sanitiseHtml(value);
  if (Array.isArray(value) && field.items) {
    const { items } = field;
    return value.map((item: unknown) => cleanValue(items, item));
  }
  if (typeof value !== 'object' || value === null || !field.properties) return value;
  const properties = field.properties;
  return Object.fromEntries(
    Object.entries(value as Values).map(([name, inner]) => [name, cleanValue(properties[name] ?? {}, inner)]),
  );
}

/** The writable fields of the record as they shall be stored; what the rules demand and nobody gave is an error. */
function checkValues(entity: EntityDefinition, values: Values, lang: Lang): Values {
  const problems = conditionalProblems(entity.schema, values, {});
  const errors = problems.map(({ path, keyword }) => ({
    field: `/${path.join('/')}`,
    msg: problemMessage(descendField(entity.schema, path) ?? {}, keyword, undefined, lang),
  }));
  const uncomputed = problems.findIndex(({ reason }) => reason !== undefined);
  if (uncomputed >= 0)
    throw new AppError(
      'entity.notComputed',
      { problem: errors[uncomputed]?.msg ?? '' },
      { errors, cause: `${entity.name}${errors[uncomputed]?.field}: ${problems[uncomputed]?.reason}` },
    );
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  return cleanValue(entity.schema, values) as Values;
}

const writable = ({ schema }: EntityDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, field]) => !field.readOnly && values[name] !== undefined)
      .map(([name]) => [name, values[name]]),
  );

export function createValues(entity: EntityDefinition, body: Values, lang: Lang): Values {
  const given = newRowsFill(entity.schema, writable(entity, createOwned(entity, body)));
  return checkValues(entity, completeValues(entity.schema, given), lang);
}

/** The writable part of the record after the change; a field that is not in the body keeps its value. */
export function updateValues(entity: EntityDefinition, before: Row, body: Values, lang: Lang): Values {
  updateOwned(entity, before, body);
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    const changed = name in body && body[name] !== before[name];
    if (field['x-fixed'] && changed) {
      const title = field.title?.[lang] ?? name;
      throw new AppError('entity.fixed', { field: title }, { field: `/${name}` });
    }
  }
  const kept = writable(entity, before);
  const merged = stripValues(entity.schema, {
    ...kept,
    ...newRowsFill(entity.schema, writable(entity, body), kept),
  });
  return checkValues(entity, settleValues(entity.schema, merged), lang);
}

/** Values as the columns take them; every column is named, an absent value is null. */
export function valuesStore(entity: EntityDefinition, values: Values, names: readonly string[]): Row {
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
