/** Returns the fields of an operation's input, because errors contain the titles of fields. */
import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { descendField, type Path } from '../../../runtime/core/rules/fieldProblem.ts';
import type { InputFields } from '../../platform/errors/messages.ts';
import type { Description, Schema } from './description.ts';

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** Converts a schema of the description to a field. Of several types, the type other than null is used. */
function schemaField(schema: Schema): Field {
  const type = [schema.type].flat().find((typeName) => typeName !== 'null');
  return { ...schema, type, title: schema['x-title'] } as Field;
}

/** Returns the field of a body. If the body is a record of an entity, the entity's own definition is used. */
export function describeRequest(
  { components }: Pick<Description, 'components'>,
  root: Schema,
  prefix?: string,
): InputFields {
  const resolve = (schema: Schema): Schema => {
    const name = REFERENCE.exec(String(schema.$ref ?? ''))?.[1];
    const target = name === undefined ? undefined : components.schemas[name];
    return target ? resolve(target) : schema;
  };
  const stepInto = (schema: Schema, step: string | number): Schema | undefined => {
    const { properties, items, additionalProperties: rest } = schema;
    if (typeof step === 'number' && items) return items as Schema;
    const property = (properties as Record<string, Schema> | undefined)?.[String(step)];
    if (property ?? typeof rest === 'object') return property ?? (rest as Schema);
    const others = [schema.oneOf, schema.anyOf, schema.allOf].flat() as (Schema | undefined)[];
    for (const other of others) {
      const branch = other && stepInto(resolve(other), step);
      if (branch) return branch;
    }
    return undefined;
  };
  const find = (path: Path): Field | undefined => {
    let schema = resolve(root);
    for (const [index, step] of path.entries()) {
      const entity = entityRegistry.get(String(schema['x-entity'] ?? ''));
      if (entity) return descendField(entity.schema, path.slice(index));
      const next = stepInto(schema, step);
      if (!next) return undefined;
      schema = resolve(next);
    }
    return schemaField(schema);
  };
  return { find, prefix };
}
