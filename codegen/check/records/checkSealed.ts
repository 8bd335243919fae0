/**
 * Checks sealed fields. A field that is encrypted in the database cannot be entered, searched by a part of it, or
 * ordered.
 */
import { hashedFields, hashName } from '../../../runtime/core/sealed.ts';
import type { Entity, Field, Source } from '../../definition/definition.ts';
import { type Problem, problemOf } from '../../problem.ts';

const REFUSED = ['format', 'enum', 'const', 'default', 'x-options', 'x-dictionary', 'x-ref'];

const isSealable = (field: Field): boolean =>
  field.type === 'string' &&
  field.readOnly === true &&
  field['x-permission'] !== undefined &&
  REFUSED.every((keyword) => field[keyword] === undefined);

/** Returns the names by which records are found or ordered, each with its place in the definition. */
function searchedFields({
  label,
  labelEn,
  list,
  unique = [],
  indexes = [],
}: Entity): [string, string | undefined][] {
  const each = (names: readonly string[] = [], pointer: string): [string, string][] =>
    names.map((name, index) => [`${pointer}/${index}`, name]);
  return [
    ['/label', label],
    ['/labelEn', labelEn],
    ...each(list.filters, '/list/filters'),
    ...each(list.search, '/list/search'),
    ...(list.sort ?? []).map(({ field }, index): [string, string] => [`/list/sort/${index}/field`, field]),
    ...unique.flatMap((names, index) => (names.length > 1 ? each(names, `/unique/${index}`) : [])),
    ...indexes.flatMap((names, index) => each(names, `/indexes/${index}`)),
  ];
}

export function sealedProblems({ file, value: entity }: Source<Entity>): Problem[] {
  const fields = entity.schema.properties ?? {};
  const isSealed = (name: string | undefined) => name !== undefined && fields[name]?.['x-sealed'] === true;
  return [
    ...Object.entries(fields).flatMap(([name, field]) => {
      const pointer = `/schema/properties/${name}`;
      return [
        ...(field['x-sealed'] && !isSealable(field) ? [problemOf(file, pointer, 'sealedField')] : []),
        ...(field['x-sealed'] && field['x-checkUnique']
          ? [problemOf(file, `${pointer}/x-checkUnique`, 'sealedAsked', { name })]
          : []),
      ];
    }),
    ...searchedFields(entity).flatMap(([place, name]) =>
      isSealed(name) ? [problemOf(file, place, 'sealedAsked', { name })] : [],
    ),
    ...hashedFields(entity)
      .map(hashName)
      .filter((name) => fields[name])
      .map((name) => problemOf(file, `/schema/properties/${name}`, 'keptColumn', { name })),
  ];
}
