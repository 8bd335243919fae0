/** The default values of new records, and of new rows of their tables. They are the same in form and server. */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { type Around, fitExpression } from './expression.ts';
import { fieldsFinder } from './fieldsFinder.ts';
import { asksForStation, listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

/** Name under which the widget stores the creation time of items. */
const CREATED_AT = /^timestamp$/i;

/** Returns whether a new record may omit the field because a default exists. */
export const hasDefault = ({ default: fixed, 'x-default': start }: Field): boolean =>
  fixed !== undefined || (start !== undefined && !asksForStation(start));

/** The object that contains a field, and further values for its expressions. */
interface Beside {
  values: Values;
  context: Values;
  around?: Around | undefined;
}

/** Returns the default of a new field. Undefined without a default, or if an operand of the default is empty. */
export function fieldDefault(field: Field, beside: Beside): unknown {
  if (field.default !== undefined) return structuredClone(field.default);
  const start = field['x-default'];
  if (start)
    return fitExpression(field, start, beside.values, beside.context, beside.around).value ?? undefined;
  return field.properties ? fillDefaults(field, {}, beside.context) : undefined;
}

const begunIn = fieldsFinder(
  (field) =>
    field.default !== undefined || field['x-default'] !== undefined || field.properties !== undefined,
);

/** Returns the values with defaults for missing fields. A default can read the fields before it. */
export function fillDefaults(field: Field, values: Values, context: Values = {}, around?: Around): Values {
  const filled = { ...values };
  for (const [name, child] of begunIn(field)) {
    if (filled[name] !== undefined) continue;
    const value = fieldDefault(child, { values: filled, context, around });
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** Returns a new item of a list of objects: its defaults and, if the item has one, its creation time. */
export function newItem(field: Field, now: number, context: Values = {}, around?: Around): Values {
  const item = fillDefaults(field, {}, context, around);
  for (const name of Object.keys(field.properties ?? {})) if (CREATED_AT.test(name)) item[name] = now;
  return item;
}

const fillRow = (field: Field, row: unknown, context: Values, around: Around): unknown =>
  isObject(row) && field.properties
    ? fillRows(field, fillDefaults(field, row, context, around), {}, context)
    : row;

const holdersIn = fieldsFinder((field) => field.properties !== undefined);

/**
 * Fills the defaults of rows added since `before`, as the form does for a new row. Null in a field is kept. `seen`:
 * values of the object that contains the list, which the rows read.
 */
export function fillRows(
  field: Field,
  values: Values,
  before: Values = {},
  context: Values = {},
  seen: Values = values,
): Values {
  const filled = { ...values };
  for (const [name, child] of holdersIn(field)) {
    const { items } = child;
    const [value, old] = [values[name], before[name]];
    if (isObject(value) && child.properties)
      filled[name] = fillRows(child, value, isObject(old) ? old : {}, context);
    const had = Array.isArray(old) ? old : [];
    if (!Array.isArray(value) || !items?.properties) continue;
    const fill = (row: unknown, index: number) =>
      fillRow(items, row, context, { list: value, index, values: seen });
    if (child['x-lines']) {
      filled[name] = value.map((row: unknown, index) => (isObject(row) && row.id ? row : fill(row, index)));
      continue;
    }
    if (value.length <= had.length) continue;
    const known = new Set(had.map((row) => JSON.stringify(row)));
    filled[name] = value.map((row: unknown, index) =>
      known.has(JSON.stringify(row)) ? row : fill(row, index),
    );
  }
  return filled;
}

const outward = new WeakMap<Field, boolean>();

/** Returns whether new rows of a list read defaults from the surrounding object. */
export function looksAround(field: Field): boolean {
  const known = outward.get(field);
  if (known !== undefined) return known;
  const starts = Object.values(field.properties ?? {}).flatMap(({ items }) =>
    Object.values(items?.properties ?? {}).map((child) => child['x-default']),
  );
  const looks = starts.some((start) => listReadNames(start).some((name) => name.startsWith('../../')));
  outward.set(field, looks);
  return looks;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the previous index of each row. Undefined for a new or changed row. */
function placesBefore(rows: readonly unknown[], before: readonly unknown[]): (number | undefined)[] {
  if (rows.length === before.length) return rows.map((_, index) => index);
  const places = Map.groupBy(before.keys(), (index) => JSON.stringify(before[index]));
  return rows.map((row) => places.get(JSON.stringify(row))?.shift());
}

/** An object of a form, before and after the last change. */
interface Course {
  now: Values;
  before: Values;
}

/**
 * Recomputes defaults that read other fields. Values entered by the user are kept. Applies to unsaved objects and to
 * rows without an id.
 */
export function followDefaults(
  field: Field,
  { now, before }: Course,
  context: Values,
  around?: { now: Around; before: Around },
): Values {
  let next = now;
  for (const [name, child] of Object.entries(field.properties ?? {})) {
    const value = followField(child, name, { now: next, before }, context, around);
    if (value !== next[name]) next = { ...next, [name]: value };
  }
  return next;
}

function followField(
  field: Field,
  name: string,
  { now, before }: Course,
  context: Values,
  around?: { now: Around; before: Around },
): unknown {
  const [value, old] = [now[name], before[name]];
  const start = field['x-default'];
  if (start) {
    const was = fitExpression(field, start, before, context, around?.before).value;
    const is = fitExpression(field, start, now, context, around?.now).value;
    return same(was, is) || !same(value, was) ? value : (is ?? undefined);
  }
  const { items } = field;
  const rows = Array.isArray(old) ? old : [];
  if (!Array.isArray(value) || !items?.properties) return value;
  const places = placesBefore(value, rows);
  const followed = value.map((row: unknown, index) => {
    const place = places[index] ?? -1;
    const was: unknown = rows[place];
    if (!isObject(row) || !isObject(was) || row.id !== undefined) return row;
    const course = { now: row, before: was };
    return followDefaults(items, course, context, {
      now: { list: value, index, values: now },
      before: { list: rows, index: place, values: before },
    });
  });
  return followed.some((row, index) => row !== value[index]) ? followed : value;
}
