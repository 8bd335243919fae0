/** Refuses names that conflict with a table, a column or an inherited property. */
import type { Definitions } from '../definition/definition.ts';
import { escaped, type Problem, problemOf } from '../problem.ts';

/** The database cuts names at 63 characters, and some are prefixed. */
const MAX_NAME = 50;
/** Columns that the server adds to those of the definition. */
const RESERVED_COLUMNS: ReadonlySet<string> = new Set(['labelPinyin']);

/** Every JavaScript object inherits these names. */
const isInherited = (name: string): boolean => name in Object.prototype;

/** Checks the names in a value's `properties`, at any depth. */
function propertyProblems(file: string, value: unknown, pointer: string): Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const properties = Reflect.get(value, 'properties');
  const named = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [
    ...named
      .filter(isInherited)
      .map((name) => problemOf(file, `${pointer}/properties/${escaped(name)}`, 'inheritedName', { name })),
    ...Object.entries(value).flatMap(([name, inner]) =>
      propertyProblems(file, inner, `${pointer}/${escaped(name)}`),
    ),
  ];
}

export function nameProblems(definitions: Definitions): Problem[] {
  const all = Object.values(definitions).flat();
  return [
    ...all.flatMap(({ file, value }) => {
      const key = 'type' in value ? 'type' : 'name';
      const name = String(Reflect.get(value, key) ?? '');
      if (isInherited(name)) return [problemOf(file, `/${key}`, 'inheritedName', { name })];
      return name.length > MAX_NAME ? [problemOf(file, `/${key}`, 'longName', { limit: MAX_NAME })] : [];
    }),
    ...definitions.entities.flatMap(({ file, value: { schema, states } }) => [
      ...propertyProblems(file, schema, '/schema'),
      ...propertyProblems(file, states, '/states'),
      ...Object.keys(schema.properties ?? {})
        .filter((name) => RESERVED_COLUMNS.has(name))
        .map((name) => problemOf(file, `/schema/properties/${name}`, 'keptColumn', { name })),
    ]),
  ];
}
