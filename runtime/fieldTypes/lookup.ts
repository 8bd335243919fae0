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

/** The part of a field that tells its type. */
interface Typed {
  type?: Field['type'];
  format?: string;
}

/** Finds the type of a field among these. Without a type of JSON a field is a text. */
export function createLookup(types: FieldTypes): (field: Typed) => WholeType {
  const typesByKey = new Map<string, WholeType>();
  const complete = (json: string, format: string | undefined): WholeType => {
    const base = types[json] as WholeType;
    const { column, compare, filter, cell } = base;
    return { column, compare, filter, cell, ...(types[format ?? json] ?? base) };
  };
  return ({ type = 'string', format }) => {
    const key = `${type} ${format ?? ''}`;
    const whole = typesByKey.get(key) ?? complete(type, format);
    typesByKey.set(key, whole);
    return whole;
  };
}
