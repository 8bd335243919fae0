/** Values copied from a referenced record: as an initial value (x-copyInto), or permanently (x-copyFrom). */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import type { Path } from './fieldProblem.ts';
import type { Values } from './rule.ts';

export interface CopyRule {
  /** The field with the reference, and the referenced entity. */
  ref: string;
  target: string;
  key: string;
  /** The target field, and the source field of the referenced record. */
  own: string;
  theirs: string;
  /** Users cannot enter the value. The server copies it when the reference is set. */
  isKept: boolean;
  /** The default value if no value is copied. */
  fixed?: unknown;
  /** The fields of copied lines: editable fields with the same name in both entities. */
  lineFields?: readonly string[];
}

const known = new WeakMap<Field, readonly CopyRule[]>();

/** Returns the values that an object copies from referenced records. Computed once per definition. */
export function copyingsOf(holder: Field): readonly CopyRule[] {
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
  const made = takings.flatMap(({ ref, own, theirs }): CopyRule[] => {
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

/** Returns the editable fields of a line. */
export const lineFieldsOf = ({
  properties = {},
}: {
  properties?: Readonly<Record<string, { readOnly?: boolean }>>;
}): string[] => Object.keys(properties).filter((name) => name !== 'id' && !properties[name]?.readOnly);

/** Copies lines of another record as new lines, without empty fields. */
export const copyLines = (names: readonly string[], lines: readonly Values[]): Values[] =>
  lines.map((line) =>
    Object.fromEntries(names.filter((name) => !isEmptyRef(line[name])).map((name) => [name, line[name]])),
  );

/** Returns whether the server sets the field only once: on creation, or together with a reference. */
export const isHeld = (field: Field): boolean =>
  field.readOnly === true && (field['x-default'] !== undefined || field['x-copyFrom'] !== undefined);

export const isEmptyRef = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A changed reference, with the values that its object copies. */
export interface ChangedReference {
  /** The path of the object in the record. */
  path: Path;
  target: string;
  key: string;
  ref: string;
  value: string | number;
  takings: readonly CopyRule[];
}

/** Returns the references that a form change has set, in the record and its rows. `before`: the previous values. */
export function refsSet(holder: Field, now: Values, before: Values, path: Path = []): ChangedReference[] {
  const own = [...Map.groupBy(copyingsOf(holder), ({ ref }) => ref)].flatMap(
    ([ref, takings]): ChangedReference[] => {
      const value = now[ref] as string | number;
      if (isEmptyRef(value) || value === before[ref]) return [];
      const { target, key } = takings[0]!;
      return [{ path, target, key, ref, value, takings }];
    },
  );
  const inner = Object.entries(holder.properties ?? {}).flatMap(([name, { items }]) => {
    const [rows, old] = [now[name], before[name]];
    if (!items?.properties || !Array.isArray(rows)) return [];
    const had = (Array.isArray(old) ? old : []).filter(isObject);
    const known = new Set(had.map((row) => JSON.stringify(row)));
    return rows.flatMap((row: unknown, index) => {
      // A moved row is not a changed row.
      if (!isObject(row) || known.has(JSON.stringify(row))) return [];
      const alike = had.find((one) => copyingsOf(items).some(({ ref }) => one[ref] === row[ref]));
      const was = had.length === rows.length ? had[index] : alike;
      return refsSet(items, row, was ?? {}, [...path, name, index]);
    });
  });
  return [...own, ...inner];
}
