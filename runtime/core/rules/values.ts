/** Clears and computes fields of a form or record, and returns the values in the form that is saved. */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { fieldDefault, fillDefaults, looksAround, newItem } from './defaults.ts';
import { type Around, computeField, keepComputed, readingOf } from './expression.ts';
import { fieldsFinder, type NamedField } from './fieldsFinder.ts';
import { fieldState, type Values } from './rule.ts';

/** Maximum number of rounds. Chains of fields need only a few. A circular chain must terminate. */
const MAX_ROUNDS = 8;
/** Returns the stored values with defaults for missing fields, for example fields added after saving. */
export function completeValues(field: Field, values: Values, context: Values = {}): Values {
  return settleValues(field, fillDefaults(field, stripValues(field, values), context), context);
}

/**
 * Removes undefined, null and empty texts, so that an empty field is always a missing key. JSON values are not changed
 * inside.
 */
export function stripValues(field: Field, values: Values): Values {
  const stripped: Values = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue;
    stripped[key] = stripValue(field.properties?.[key] ?? {}, value);
  }
  return stripped;
}

function stripValue(field: Field, value: unknown): unknown {
  const { items } = field;
  if (Array.isArray(value)) return items ? value.map((item) => stripValue(items, item)) : value;
  return isObject(value) && field.properties ? stripValues(field, value) : value;
}

/** Sets fields of the object at a path, in place. Undefined removes a field. */
export function putValues(root: Values, path: readonly string[], fields: Values): Values {
  let holder = root;
  for (const step of path) {
    const next = holder[step];
    if (typeof next !== 'object' || next === null) holder[step] = {};
    holder = holder[step] as Values;
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) delete holder[name];
    else holder[name] = value;
  }
  return root;
}

/** Returns only known and writable fields, also within lines. */
export function pickValues(field: Field, values: Values): Values {
  const picked: Values = {};
  for (const [name, child] of Object.entries(field.properties ?? {}))
    if (!child.readOnly && values[name] !== undefined) picked[name] = pickValue(child, values[name]);
  return picked;
}

function pickValue(field: Field, value: unknown): unknown {
  if (field.properties && isObject(value)) return pickValues(field, value);
  const { items } = field;
  if (!items?.properties || !Array.isArray(value)) return value;
  return value.map((item: unknown) => (isObject(item) ? pickValues(items, item) : item));
}

/**
 * Applies the field rules until the values are stable. It removes values of invisible `x-clearWhenHidden` fields
 * (V037), and sets defaults of fields that became visible since `before`. It computes `x-computed` fields, and fills
 * new items. Returns the same object if nothing changed.
 */
export function settleValues(
  field: Field,
  values: Values,
  context: Values = {},
  before?: Values,
  around?: Around,
): Values {
  let settled = values;
  const { fields, rounds } = orderOf(field);
  for (let round = 0; round < rounds; round++) {
    const next = settleOnce(field, fields, settled, context, before, around);
    if (next === settled) return settled;
    settled = next;
  }
  return settled;
}

/** Fields that this step can change. */
const movingIn = fieldsFinder(
  ({ 'x-computed': computed, 'x-clearWhenHidden': clear, items }) =>
    computed !== undefined || clear === true || items?.properties !== undefined,
);

/** Fields that read values outside their object, or whose visibility has a condition. */
const openIn = fieldsFinder((field) => {
  if (field['x-clearWhenHidden']) return true;
  if (!field['x-computed']) return false;
  const { outward, fields } = readingOf(field);
  return outward || fields === null;
});

/** The order in which fields are computed, and the maximum number of rounds. */
interface Order {
  fields: readonly NamedField[];
  rounds: number;
}

const orders = new WeakMap<Field, Order>();

/** Sorts fields after the fields that they read, so that one round is enough. Fields in a cycle need several rounds. */
function orderOf(parent: Field): Order {
  const known = orders.get(parent);
  if (known) return known;
  const isOpen = openIn(parent).length > 0 || looksAround(parent);
  const fields = isOpen ? null : sortFields(movingIn(parent));
  const order = fields ? { fields, rounds: 1 } : { fields: movingIn(parent), rounds: MAX_ROUNDS };
  orders.set(parent, order);
  return order;
}

/** Sorts fields topologically. Null for a cycle. */
function sortFields(fields: readonly NamedField[]): NamedField[] | null {
  const sorted: NamedField[] = [];
  let left = fields;
  const readsLeft = (field: Field): boolean => {
    const read = field['x-computed'] && readingOf(field).fields;
    return left.some(([name]) => read?.has(name));
  };
  while (left.length > 0) {
    const next = left.find(([, field]) => !readsLeft(field));
    if (!next) return null;
    sorted.push(next);
    left = left.filter((one) => one !== next);
  }
  return sorted;
}

function settleOnce(
  parent: Field,
  fields: readonly NamedField[],
  values: Values,
  context: Values,
  before?: Values,
  around?: Around,
): Values {
  let next = values;
  for (const [name, field] of fields) {
    const value = settleValue(field, name, parent, next, context, before, around);
    if (value === next[name]) continue;
    const changed = { ...next };
    if (value === undefined) delete changed[name];
    else changed[name] = value;
    keepComputed(next, changed, name);
    next = changed;
  }
  return next;
}

function settleValue(
  field: Field,
  name: string,
  parent: Field,
  values: Values,
  context: Values,
  before?: Values,
  around?: Around,
): unknown {
  const value = values[name];
  if (field['x-computed']) return computeField(field, values, context, around).value ?? undefined;
  if (!field['x-clearWhenHidden']) return settleInner(field, value, context, before?.[name], values);
  if (!fieldState(field, name, parent, values, context).visible) return undefined;
  const returned = before !== undefined && !fieldState(field, name, parent, before, context).visible;
  return value === undefined && returned
    ? fieldDefault(field, { values, context, around })
    : settleInner(field, value, context, before?.[name], values);
}

function settleInner(
  field: Field,
  value: unknown,
  context: Values,
  before: unknown,
  values: Values,
): unknown {
  if (isObject(value)) {
    return field.properties
      ? settleValues(field, value, context, isObject(before) ? before : undefined)
      : value;
  }
  const items = field.items;
  if (!Array.isArray(value) || !items?.properties) return value;
  const grown = value.length > (Array.isArray(before) ? before.length : 0);
  const settled = value.map((item: unknown, index) => {
    const empty = !isObject(item) || Object.keys(item).length === 0;
    if (grown && empty) {
      const fresh = newItem(items, Date.now(), context, { list: value, index, values });
      return isObject(item) && Object.keys(fresh).length === 0 ? item : fresh;
    }
    return isObject(item)
      ? settleValues(items, item, context, undefined, { list: value, index, values })
      : item;
  });
  return settled.some((item, index) => item !== value[index]) ? settled : value;
}
