/** The form of a bulk edit: the chosen fields of the entity, empty and not required. */

import type { Field } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { ownFields } from '../../core/lines.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ownedFields } from '../../core/rules/states.ts';
import { uniqueKeys } from '../../core/uniqueKeys.ts';
import type { FormSource } from '../../form/model/formSource.ts';

/** Returns the fields that a bulk edit may change. */
export function bulkFields(entity: Entity): string[] {
  const unique = new Set(uniqueKeys(entity).flatMap(({ fields }) => (fields.length === 1 ? fields : [])));
  return Object.entries(ownFields(entity.schema))
    .filter(([name, field]) => isBulkField(field) && !unique.has(name) && !ownedFields(entity).has(name))
    .map(([name]) => name);
}

function isBulkField(field: Field): boolean {
  if (
    field.readOnly ||
    field.writeOnly ||
    field['x-immutable'] ||
    field['x-computed'] ||
    field['x-checkUnique']
  )
    return false;
  return field['x-control'] !== 'hidden' && field.type !== 'object';
}

/** Removes the conditions of a field. They depend on each record, so the server checks them. */
function free(field: Field): Field {
  const {
    'x-visible': _,
    'x-enabled': __,
    'x-required': ___,
    'x-clearWhenHidden': ____,
    default: _____,
    ...rest
  } = field;
  return rest;
}

export function bulkForm(entity: Entity, names: readonly string[]): FormSource {
  const properties = Object.fromEntries(names.map((name) => [name, free(entity.schema.properties![name]!)]));
  const pure = entity.pure.properties as Record<string, Values>;
  return {
    name: `bulk/${entity.name}/${names.join()}`,
    schema: { type: 'object', properties },
    pure: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, pure[name]])) },
  };
}

/** Returns the body of the request. A chosen but empty field is cleared in all records. */
export function bulkValues(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
