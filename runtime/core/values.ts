/** Cleared and computed fields follow from the values of a form or record, and so does the shape that is saved. */
import type { Field } from '../../generated/definition.ts';
import { fieldDefault, fillDefaults, newItem } from './defaults.ts';
import { type Around, computeField, keepComputed } from './expression.ts';
import { isObject } from './object.ts';
import { fieldState, type Values } from './rule.ts';

/** A chain of computed and cleared fields settles in a few rounds; a circular one must not hang. */
const MAX_ROUNDS = 8;
/** Stored values over the defaults: a config saved before a field existed gets that field's default. */
export function completeValues(field: Field, values: Values, context: Values = {}): Values {
  return settleValues(field, fillDefaults(field, stripValues(field, values), context), context);
}

/**
 * Without undefined, null and empty text: "nothing entered" has one spelling, the absent key. What has a shape of its
 * own (a field of any JSON) stays as it is.
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

/** Writes fields of the object at a path, in place; undefined removes. */
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

/** Only the fields that the definition knows and that may be written. */
export function pickValues(field: Field, values: Values): Values {
  const picked: Values = {};
  for (const [name, child] of Object.entries(field.properties ?? {}))
    if (!child.readOnly && values[name] !== undefined) picked[name] = values[name];
  return picked;
}

/**
 * Applies the field rules until nothing changes: removes the values of invisible `x-clear` fields (V037), gives
 * those that came back into sight since `before` their default, computes `x-computed` fields, fills new items.
 * Returns the same object when nothing had to change.
 */
export function settleValues(
  field: Field,
  values: Values,
  context: Values = {},
  before?: Values,
  around?: Around,
): Values {
  let settled = values;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = settleOnce(field, settled, context, before, around);
    if (next === settled) return settled;
    settled = next;
  }
  return settled;
}

function settleOnce(
  parent: Field,
  values: Values,
  context: Values,
  before?: Values,
  around?: Around,
): Values {
  let next = values;
  for (const [name, field] of Object.entries(parent.properties ?? {})) {
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
  if (!field['x-clear']) return settleInner(field, value, context, before?.[name], values);
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
