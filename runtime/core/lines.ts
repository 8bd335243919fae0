/** Lines are part of a record's schema like a table, but each is a record of another entity (`of`). */
import type { EntityDefinition, Field } from '../../generated/definition.ts';
import type { Values } from './rules/rule.ts';

export type LinesOf = NonNullable<Field['x-lines']>;

/** A property with lines: its name, and their entity. */
export interface LineSet {
  name: string;
  field: Field;
  link: LinesOf;
}

const linesOfSchema = new WeakMap<
  Field,
  { own: Readonly<Record<string, Field>>; sets: readonly LineSet[] }
>();

function split(schema: Field) {
  const lines = linesOfSchema.get(schema);
  if (lines) return lines;
  const fields = Object.entries(schema.properties ?? {});
  const made = {
    own: Object.fromEntries(fields.filter(([, field]) => !field['x-lines'])),
    sets: fields.flatMap(([name, field]) =>
      field['x-lines'] ? [{ name, field, link: field['x-lines'] }] : [],
    ),
  };
  linesOfSchema.set(schema, made);
  return made;
}

/** Returns the fields that the record itself contains. */
export const ownFields = (schema: Field): Readonly<Record<string, Field>> => split(schema).own;

export const lineSets = ({ schema }: Pick<EntityDefinition, 'schema'>): readonly LineSet[] =>
  split(schema).sets;

/** Returns a record's values with copied lines as new ones. If lines share an id, the first one keeps it. */
export function freshLines(schema: Field, values: Values): Values {
  let next = values;
  for (const { name } of split(schema).sets) {
    const rows = values[name];
    if (!Array.isArray(rows)) continue;
    const seen = new Set<unknown>();
    const repeated = rows.map(({ id }: Values) => {
      const isRepeated = id !== undefined && seen.has(id);
      seen.add(id);
      return isRepeated;
    });
    if (!repeated.includes(true)) continue;
    const fresh = rows.map(({ id, ...row }: Values, index) =>
      repeated[index] || id === undefined ? row : { id, ...row },
    );
    next = { ...next, [name]: fresh };
  }
  return next;
}

/** Returns a line to save, without fields that the server sets. Fields that were emptied since `before` become null. */
function writeLine(item: Field, row: Values, before: Values = {}): Values {
  const names = Object.entries(item.properties ?? {}).flatMap(([name, field]) =>
    field.readOnly ? [] : [name],
  );
  const entries = names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);
  const emptied = names
    .filter((name) => row[name] === undefined && !isEmpty(before[name]))
    .map((name) => [name, null]);
  return Object.fromEntries([...entries, ...emptied]);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the lines of a field in the form that is saved with the record. */
export function writeLines(field: Field, rows: unknown, before: unknown): unknown {
  const { items } = field;
  if (!Array.isArray(rows) || !items) return rows;
  const stored = new Map((Array.isArray(before) ? before : []).map((row: Values) => [row.id, row]));
  return rows.map((row: Values) => writeLine(items, row, row.id === undefined ? {} : stored.get(row.id)));
}
