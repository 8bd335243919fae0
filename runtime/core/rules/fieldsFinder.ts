/**
 * Finds the fields of a definition that a step needs. Lists without such fields are skipped, because they may have many
 * rows.
 */
import type { Field } from '../../../generated/definition.ts';

export type NamedField = readonly [name: string, field: Field];

/**
 * Makes a function that returns an object's fields that match, or that contain matching fields or rows. Each definition
 * is searched once.
 */
export function fieldsFinder(
  matches: (field: Field, name: string, holder: Field) => boolean,
): (holder: Field) => readonly NamedField[] {
  const known = new WeakMap<Field, readonly NamedField[]>();
  const hasSome = (field: Field): boolean => {
    const { items } = field;
    return find(field).length > 0 || (items !== undefined && (matches(items, '', field) || hasSome(items)));
  };
  const find = (holder: Field): readonly NamedField[] => {
    const found =
      known.get(holder) ??
      Object.entries(holder.properties ?? {}).filter(
        ([name, field]) => matches(field, name, holder) || hasSome(field),
      );
    known.set(holder, found);
    return found;
  };
  return find;
}
