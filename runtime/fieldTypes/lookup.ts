import type { Field } from '../../generated/definition.ts';
import type { CellKind, Comparison, FieldType, FilterKind } from '../core/fieldType.ts';

/** A type with nothing left out. */
export type WholeType = FieldType & {
  column: string;
  compare: Comparison;
  filter: FilterKind | null;
  cell: CellKind;
};

/** Types by what a field says: its format, or where it names none the type of JSON (`string`, `array` …). */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** The part of a field that decides its type. */
interface Typed {
  type?: Field['type'];
  format?: string;
}

/** Finds the type of a field among these. Without a type of JSON a field is a text. */
export function createLookup(types: FieldTypes): (field: Typed) => WholeType {
  // Forms ask for the type of each of their fields at every keystroke: no text is put together for it.
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
