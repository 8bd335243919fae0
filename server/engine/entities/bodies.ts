import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/format.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { createValidator, type Validation } from '../../../runtime/core/validation.ts';
import { FORMATS } from '../../../runtime/fieldTypes/index.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { askedOf, translateErrors } from '../../platform/errors/messages.ts';
import { fieldsOf } from './columns.ts';

const ALL = ['list', 'get', 'create', 'update', 'delete'];

/** Whether records of the entity are changed by hand at all: some are made by the platform alone. */
export const isActionOffered = (entity: Entity, action: string): boolean =>
  (entity.api.do ?? ALL).some((one) => one === action);

export function requireAction(entity: Entity, action: string): void {
  if (!isActionOffered(entity, action)) throw new AppError('http.notFound');
}

const validator = createValidator({ formats: FORMATS });
const validators = new WeakMap<Entity, Validation>();

function validatorOf(entity: Entity): Validation {
  const known = validators.get(entity);
  if (known) return known;
  const pure = (entity.pure.properties ?? {}) as Record<string, object>;
  const writable = Object.entries(pure).filter(([name]) => !fieldsOf(entity)[name]?.readOnly);
  const made = validator.compile({
    type: 'object',
    properties: Object.fromEntries(writable),
    additionalProperties: false,
  });
  validators.set(entity, made);
  return made;
}

/** What is wrong with a change of some fields, for calls whose body cannot name the entity's fields. */
export function checkChange(entity: Entity, values: Values, lang: Lang, prefix: string): FieldError[] {
  const emptied = Object.entries(values).filter(([, value]) => value === null);
  const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const asked = askedOf(entity.schema, prefix);
  const errors = translateErrors(validatorOf(entity)(kept), lang, asked);
  const required = new Set(entity.schema.required);
  const wrong = emptied.flatMap(([name]): FieldError[] => {
    const field = fieldsOf(entity)[name];
    const [keyword, params] = !field || field.readOnly ? ['additionalProperties', {}] : ['required', {}];
    if (field && !field.readOnly && !required.has(name)) return [];
    const fault = { keyword, params, instancePath: `/${name}`, schemaPath: '' };
    return translateErrors([fault], lang, asked);
  });
  return [...errors, ...wrong];
}
