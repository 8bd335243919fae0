import type { EntityDefinition, Field } from '../../generated/definition.ts';
import { problem_message } from '../../runtime/core/fieldMessage.ts';
import { conditional_problems } from '../../runtime/core/fieldProblem.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { newRowsFill, values_complete, values_settle, values_strip } from '../../runtime/core/values.ts';
import type { Lang } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { field_descend } from '../http/messages.ts';
import { owned_create, owned_update } from '../states/owned.ts';
import { column_type, fields_of } from './columns.ts';
import { html_sanitise } from './html.ts';
import type { Row } from './query.ts';

function value_clean(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && field.format === 'html') return html_sanitise(value);
  if (Array.isArray(value) && field.items) {
    const { items } = field;
    return value.map((item: unknown) => value_clean(items, item));
  }
  if (typeof value !== 'object' || value === null || !field.properties) return value;
  const properties = field.properties;
  return Object.fromEntries(
    Object.entries(value as Values).map(([name, inner]) => [
      name,
      value_clean(properties[name] ?? {}, inner),
    ]),
  );
}

/** The writable fields of the record as they shall be stored; what the rules demand and nobody gave is an error. */
function values_check(entity: EntityDefinition, values: Values, lang: Lang): Values {
  const problems = conditional_problems(entity.schema, values, {});
  const errors = problems.map(({ path, keyword }) => ({
    field: `/${path.join('/')}`,
    msg: problem_message(field_descend(entity.schema, path) ?? {}, keyword, undefined, lang),
  }));
  const uncomputed = problems.findIndex(({ reason }) => reason !== undefined);
  if (uncomputed >= 0)
    throw new AppError(
      'entity.notComputed',
      { problem: errors[uncomputed]?.msg ?? '' },
      { errors, cause: `${entity.name}${errors[uncomputed]?.field}: ${problems[uncomputed]?.reason}` },
    );
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  return value_clean(entity.schema, values) as Values;
}

const writable = (entity: EntityDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(fields_of(entity))
      .filter(([name, field]) => !field.readOnly && values[name] !== undefined)
      .map(([name]) => [name, values[name]]),
  );

export function values_create(entity: EntityDefinition, body: Values, lang: Lang): Values {
  const given = newRowsFill(entity.schema, writable(entity, owned_create(entity, body)));
  return values_check(entity, values_complete(entity.schema, given), lang);
}

/** The writable part of the record after the change; a field that is not in the body keeps its value. */
export function values_update(entity: EntityDefinition, before: Row, body: Values, lang: Lang): Values {
  owned_update(entity, before, body);
  for (const [name, field] of Object.entries(fields_of(entity))) {
    const changed = name in body && body[name] !== before[name];
    if (field['x-fixed'] && changed) {
      const title = field.title?.[lang] ?? name;
      throw new AppError('entity.fixed', { field: title }, { field: `/${name}` });
    }
  }
  const kept = writable(entity, before);
  const merged = values_strip(entity.schema, {
    ...kept,
    ...newRowsFill(entity.schema, writable(entity, body), kept),
  });
  return values_check(entity, values_settle(entity.schema, merged), lang);
}

/** Values as the columns take them; every column is named, an absent value is null. */
export function values_store(entity: EntityDefinition, values: Values, names: readonly string[]): Row {
  const fields = fields_of(entity);
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      if (value === undefined || value === null) return [name, null];
      const field = fields[name];
      return [name, field && column_type(field) === 'json' ? JSON.stringify(value) : value];
    }),
  );
}
