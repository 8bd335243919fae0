/** Values that a record takes from those it refers to: filled in to begin with (x-copyInto), or kept as they were (x-copyFrom). */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import type { Path } from './fieldProblem.ts';
import type { Values } from './rule.ts';

export interface Taking {
  /** The reference, and what it points at. */
  ref: string;
  target: string;
  key: string;
  /** The field that takes the value, and the one of the referenced record that has it. */
  own: string;
  theirs: string;
  /** Users do not enter it: the server copies it from the record when the reference is set. */
  isKept: boolean;
  /** The value that a new record begins with where nothing is taken. */
  fixed?: unknown;
  /** The fields of a line, where lines are copied: those that people enter, by the same names in both. */
  lineFields?: readonly string[];
}

const known = new WeakMap<Field, readonly Taking[]>();

/** Returns what an object takes from the records that its fields refer to; worked out once. */
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

/** The fields of a line that people enter. */
export const lineFieldsOf = ({
  properties = {},
}: {
  properties?: Readonly<Record<string, { readOnly?: boolean }>>;
}): string[] => Object.keys(properties).filter((name) => name !== 'id' && !properties[name]?.readOnly);

/** Copies lines of another record, as new ones: without what is empty there. */
export const copyLines = (names: readonly string[], lines: readonly Values[]): Values[] =>
  lines.map((line) =>
    Object.fromEntries(names.filter((name) => !isEmptyRef(line[name])).map((name) => [name, line[name]])),
  );

/** Returns whether the server writes the field when the record is made, or with a reference, and then leaves it. */
export const isHeld = (field: Field): boolean =>
  field.readOnly === true && (field['x-default'] !== undefined || field['x-copyFrom'] !== undefined);

export const isEmptyRef = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A reference that was set, with what its object takes by it. */
export interface Taken {
  /** The place of the object in the record. */
  path: Path;
  target: string;
  key: string;
  ref: string;
  value: string | number;
  takings: readonly Taking[];
}

/** Returns the references that a change of a form set again, in the record and in its rows; `before` is how it was. */
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
      // A row that only moved is as it was.
      if (!isObject(row) || known.has(JSON.stringify(row))) return [];
      const alike = had.find((one) => takingsOf(items).some(({ ref }) => one[ref] === row[ref]));
      const was = had.length === rows.length ? had[index] : alike;
      return refsSet(items, row, was ?? {}, [...path, name, index]);
    });
  });
  return [...own, ...inner];
}
