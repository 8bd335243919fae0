/** Values that a record copies from records it refers to: as an initial value (x-copyInto), or fixed (x-copyFrom). */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import type { Path } from './fieldProblem.ts';
import type { Values } from './rule.ts';

export interface Taking {
  /** The reference, and the record to which it refers. */
  ref: string;
  target: string;
  key: string;
  /** The field for the value, and the field of the referenced record that has it. */
  own: string;
  theirs: string;
  /** Users do not enter it. The server copies it from the record when the reference is set. */
  isKept: boolean;
  /** The default of a new record if nothing is copied. */
  fixed?: unknown;
  /** The fields of copied lines: those that users enter, with the same names in both. */
  lineFields?: readonly string[];
}

const known = new WeakMap<Field, readonly Taking[]>();

/** Returns which values an object copies from the records that its fields refer to. It is computed once. */
export function takingsOf(holder: Field): readonly Taking[] {
  const found = known.get(holder);
  if (found) return found;
  const fields = holder.properties ?? {};
  const takings = Object.entries(fields).flatMap(([name, field]) => {
    const filled = Object.entries(field['x-copyInto'] ?? {}).map(([own, theirs]) => ({
      ref: name,
      own,
      theirs,
    }));
    const [ref = '', theirs = ''] = field['x-copyFrom']?.split('.') ?? [];
    return [...filled, ...(theirs === '' ? [] : [{ ref, own: name, theirs }])];
  });
  const made = takings.flatMap(({ ref, own, theirs }): Taking[] => {
    const { 'x-ref': target, 'x-refKey': key = 'id' } = fields[ref] ?? {};
    if (target === undefined) return [];
    const lines = fields[own]?.['x-lines'] && fields[own].items;
    const taking = { ref, target, key, own, theirs, isKept: fields[own]?.['x-copyFrom'] !== undefined };
    const fixed = fields[own]?.default;
    return [
      { ...taking, ...(fixed !== undefined && { fixed }), ...(lines && { lineFields: lineFieldsOf(lines) }) },
    ];
  });
  known.set(holder, made);
  return made;
}

/** Returns the fields of a line that users enter. */
export const lineFieldsOf = ({
  properties = {},
}: {
  properties?: Readonly<Record<string, { readOnly?: boolean }>>;
}): string[] => Object.keys(properties).filter((name) => name !== 'id' && !properties[name]?.readOnly);

/** Copies lines of another record as new ones, without their empty fields. */
export const copyLines = (names: readonly string[], lines: readonly Values[]): Values[] =>
  lines.map((line) =>
    Object.fromEntries(names.filter((name) => !isEmptyRef(line[name])).map((name) => [name, line[name]])),
  );

/** Returns whether the server sets the field once, when the record is created or with a reference. */
export const isHeld = (field: Field): boolean =>
  field.readOnly === true && (field['x-default'] !== undefined || field['x-copyFrom'] !== undefined);

export const isEmptyRef = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A changed reference, with the values that its object copies. */
export interface Taken {
  /** The place of the object in the record. */
  path: Path;
  target: string;
  key: string;
  ref: string;
  value: string | number;
  takings: readonly Taking[];
}

/** Returns the references that a change of a form set, in the record and in its rows. `before` is the earlier state. */
export function refsSet(holder: Field, now: Values, before: Values, path: Path = []): Taken[] {
  const own = [...Map.groupBy(takingsOf(holder), ({ ref }) => ref)].flatMap(([ref, takings]): Taken[] => {
    const value = now[ref] as string | number;
    if (isEmptyRef(value) || value === before[ref]) return [];
    const { target, key } = takings[0]!;
    return [{ path, target, key, ref, value, takings }];
  });
  const inner = Object.entries(holder.properties ?? {}).flatMap(([name, { items }]) => {
    const [rows, old] = [now[name], before[name]];
    if (!items?.properties || !Array.isArray(rows)) return [];
    const had = (Array.isArray(old) ? old : []).filter(isObject);
    const known = new Set(had.map((row) => JSON.stringify(row)));
    return rows.flatMap((row: unknown, index) => {
      // A row that was only moved is unchanged.
      if (!isObject(row) || known.has(JSON.stringify(row))) return [];
      const alike = had.find((one) => takingsOf(items).some(({ ref }) => one[ref] === row[ref]));
      const was = had.length === rows.length ? had[index] : alike;
      return refsSet(items, row, was ?? {}, [...path, name, index]);
    });
  });
  return [...own, ...inner];
}
