import { FORMATS } from '../../generated/formats.ts';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { createValidator, type Validation } from '../../runtime/core/validation.ts';
import type { Lang } from '../context.ts';
import { AppError, type FieldError } from '../http/errors.ts';
import { asked_of, errors_translate } from '../http/messages.ts';
import { fields_of } from './columns.ts';

const ALL = ['list', 'get', 'create', 'update', 'delete'];

/** Whether records of the entity are changed by hand at all: some are made by the platform alone. */
export const action_isOffered = (entity: Entity, action: string): boolean =>
  (entity.api.do ?? ALL).some((one) => one === action);

export function action_require(entity: Entity, action: string): void {
  if (!action_isOffered(entity, action)) throw new AppError('http.notFound');
}

const validator = createValidator({ formats: FORMATS });
const validators = new WeakMap<Entity, Validation>();

function validator_of(entity: Entity): Validation {
  const known = validators.get(entity);
  if (known) return known;
  const pure = (entity.pure.properties ?? {}) as Record<string, object>;
  const writable = Object.entries(pure).filter(([name]) => !fields_of(entity)[name]?.readOnly);
  const made = validator.compile({
    type: 'object',
    properties: Object.fromEntries(writable),
    additionalProperties: false,
  });
  validators.set(entity, made);
  return made;
}

/** What is wrong with a change of some fields, for calls whose body cannot name the entity's fields. */
export function change_check(entity: Entity, values: Values, lang: Lang, prefix: string): FieldError[] {
  const emptied = Object.entries(values).filter(([, value]) => value === null);
  const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const asked = asked_of(entity.schema, prefix);
  const errors = errors_translate(validator_of(entity)(kept), lang, asked);
  const required = new Set(entity.schema.required);
  const wrong = emptied.flatMap(([name]): FieldError[] => {
    const field = fields_of(entity)[name];
    const [keyword, params] = !field || field.readOnly ? ['additionalProperties', {}] : ['required', {}];
    if (field && !field.readOnly && !required.has(name)) return [];
    const fault = { keyword, params, instancePath: `/${name}`, schemaPath: '' };
    return errors_translate([fault], lang, asked);
  });
  return [...errors, ...wrong];
}
