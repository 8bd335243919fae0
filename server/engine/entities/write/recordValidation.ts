import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { AppError, type FieldError } from '../../../platform/errors/errors.ts';
import { askedOf, translateErrors } from '../../../platform/errors/messages.ts';
import { validationOf } from '../../../platform/sharedValidator.ts';
import { fieldsOf } from '../columns.ts';

const ALL = ['list', 'get', 'create', 'update', 'delete'];

/** Returns whether users can do the action. Records of some entities are created only by the platform. */
export const isActionOffered = (entity: Entity, action: string): boolean =>
  (entity.api.do ?? ALL).some((one) => one === action);

export function requireAction(entity: Entity, action: string): void {
  if (!isActionOffered(entity, action)) throw new AppError('http.notFound');
}

/** Returns the errors of a complete record. */
export const checkRecord = (entity: Entity, values: Values, lang: Lang): FieldError[] =>
  translateErrors(validationOf(entity.pure)(values), lang, askedOf(entity.schema));

/** Caches the schema of changes by the schema of the record, so that it is compiled only once. */
const changes = new WeakMap<object, object>();

function changeSchema(entity: Entity): object {
  const known = changes.get(entity.pure);
  if (known) return known;
  const pure = (entity.pure.properties ?? {}) as Record<string, object>;
  const fields = fieldsOf(entity);
  const writable = Object.entries(pure).filter(([name]) => fields[name] && !fields[name].readOnly);
  const schema = { type: 'object', properties: Object.fromEntries(writable), additionalProperties: false };
  changes.set(entity.pure, schema);
  return schema;
}

/**
 * Returns the errors of a change of some fields. For calls whose own schema does not contain the fields of the entity.
 */
export function checkChange(entity: Entity, values: Values, lang: Lang, prefix: string): FieldError[] {
  const emptied = Object.entries(values).filter(([, value]) => value === null);
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const schemaAsked = askedOf(entity.schema, prefix);
  const errors = translateErrors(validationOf(changeSchema(entity))(filled), lang, schemaAsked);
  const required = new Set(entity.schema.required);
  const wrong = emptied.flatMap(([name]): FieldError[] => {
    const field = fieldsOf(entity)[name];
    const [keyword, params] = !field || field.readOnly ? ['additionalProperties', {}] : ['required', {}];
    if (field && !field.readOnly && !required.has(name)) return [];
    const fault = { keyword, params, instancePath: `/${name}`, schemaPath: '' };
    return translateErrors([fault], lang, schemaAsked);
  });
  return [...errors, ...wrong];
}
