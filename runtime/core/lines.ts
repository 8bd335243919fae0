/** Lines of a record stand in its schema like a table of it, but are records of an entity of their own (`of`). */
import type { EntityDefinition, Field } from '../../generated/definition.ts';

export type LinesOf = NonNullable<Field['x-lines']>;

/** A property with lines: its name, and whose records they are. */
export interface LineSet {
  name: string;
  field: Field;
  link: LinesOf;
}

const known = new WeakMap<Field, { own: Readonly<Record<string, Field>>; sets: readonly LineSet[] }>();

function split(schema: Field) {
  const found = known.get(schema);
  if (found) return found;
  const fields = Object.entries(schema.properties ?? {});
  const made = {
    own: Object.fromEntries(fields.filter(([, field]) => !field['x-lines'])),
    sets: fields.flatMap(([name, field]) =>
      field['x-lines'] ? [{ name, field, link: field['x-lines'] }] : [],
    ),
  };
  known.set(schema, made);
  return made;
}

/** The fields that the record itself holds. */
export const ownFields = (schema: Field): Readonly<Record<string, Field>> => split(schema).own;

export const lineSets = ({ schema }: Pick<EntityDefinition, 'schema'>): readonly LineSet[] =>
  split(schema).sets;
