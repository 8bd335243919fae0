import type { Field } from '../../generated/definition.ts';
import type { CellKind, Comparison, FieldType, FilterKind } from '../core/fieldType.ts';

/** A type with all defaults filled in. */
export type WholeType = FieldType & {
  column: string;
  compare: Comparison;
  filter: FilterKind | null;
  cell: CellKind;
};

/** Types by the field's format, or otherwise by its JSON type (`string`, `array` …). */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** The keywords of a field that determine its type. */
interface Typed {
  type?: Field['type'];
  format?: string;
}

/** Creates a function that returns the type of a field. A field without a JSON type is a text. */
export function createLookup(types: FieldTypes): (field: Typed) => WholeType {
  // Types by both keys. Forms look up the type of each field at each keystroke, and concatenating the keys would be
  // slow.
  const known = new Map<string, Map<string | undefined, WholeType>>();
  const complete = (json: string, format: string | undefined): WholeType => {
    const base = types[json] as WholeType;
    const { column, compare, filter, cell } = base;
    return { column, compare, filter, cell, ...(types[format ?? json] ?? base) };
  };
  return ({ type = 'string', format }) => {
    const ofJson = known.get(type) ?? new Map<string | undefined, WholeType>();
    const whole = ofJson.get(format) ?? complete(type, format);
    if (!ofJson.has(format)) known.set(type, ofJson.set(format, whole));
    return whole;
  };
}
