/** The fields of a definition that a step looks for: lists of many rows are passed over where they hold none. */
import type { Field } from '../../../generated/definition.ts';

export type NamedField = readonly [name: string, field: Field];

/**
 * Makes a reader of the fields of an object that are wanted, or hold such fields or rows of them; a definition is
 * looked through once.
 */
export function fieldsFinder(
  isWanted: (field: Field, name: string, holder: Field) => boolean,
): (holder: Field) => readonly NamedField[] {
  const known = new WeakMap<Field, readonly NamedField[]>();
  const holdsSome = (field: Field): boolean => {
    const { items } = field;
    return (
      find(field).length > 0 || (items !== undefined && (isWanted(items, '', field) || holdsSome(items)))
    );
  };
  const find = (holder: Field): readonly NamedField[] => {
    const found =
      known.get(holder) ??
      Object.entries(holder.properties ?? {}).filter(
        ([name, field]) => isWanted(field, name, holder) || holdsSome(field),
      );
    known.set(holder, found);
    return found;
  };
  return find;
}
