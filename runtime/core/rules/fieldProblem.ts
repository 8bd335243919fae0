/** Finds values that violate a rule of their definition. Browser and server report the same place. */

import type { Field, Text } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { type Around, computeField } from './expression.ts';
import { fieldsFinder } from './fieldsFinder.ts';
import { fieldState, type Values } from './rule.ts';

export type Path = (string | number)[];

/** A problem of a field: its path, and the violated keyword. */
export interface Problem {
  path: Path;
  keyword: string;
  /** The violated limit. */
  limit?: unknown;
  /** The reason why a computation failed, for the log. */
  reason?: string;
}

interface Place {
  field: Field;
  value: unknown;
}

/** Returns the field at a path with its value. Null for an unknown path or an invisible field on it. */
export function findPlace(root: Field, values: Values, path: Path, context: Values): Place | null {
  let place: Place = { field: root, value: values };
  for (const step of path) {
    const { field, value } = place;
    if (typeof step === 'number' && field.items) {
      place = { field: field.items, value: Array.isArray(value) ? (value[step] as unknown) : undefined };
      continue;
    }
    const name = String(step);
    const child = field.properties?.[name];
    const holder = isObject(value) ? value : {};
    if (!child || !fieldState(child, name, field, holder, context).visible) return null;
    place = { field: child, value: holder[name] };
  }
  return place;
}

/** Returns the field at a path of a definition. A part without a title inherits the title of its parent. */
export function descendField(root: Field, path: Path): Field | undefined {
  let field: Field | undefined = root;
  let title: Text | undefined;
  for (const step of path) {
    field = typeof step === 'number' && field.items ? field.items : field.properties?.[String(step)];
    if (!field) return undefined;
    title = field.title ?? title;
  }
  return title === field.title ? field : { ...field, title };
}

/** Returns why a field with `x-computed` has no value. Empty operands are no problem. */
function computedProblems(
  field: Field,
  values: Values,
  context: Values,
  path: Path,
  around?: Around,
): Problem[] {
  const computed = computeField(field, values, context, around);
  return computed.problem ? [{ path, keyword: `compute.${computed.problem}`, reason: computed.reason }] : [];
}

const requiredIn = fieldsFinder(
  (field, name, { required }) =>
    field['x-computed'] !== undefined ||
    field['x-required'] !== undefined ||
    required?.includes(name) === true,
);

/** Finds violations of x-required and failures of x-computed. The pure schema does not contain these keywords. */
export function conditionalProblems(
  field: Field,
  values: Values,
  context: Values,
  basePath: Path = [],
  around?: Around,
): Problem[] {
  return requiredIn(field).flatMap(([name, child]) => {
    const value = values[name];
    const isFilled = value !== undefined && !child.properties && !child.items;
    if (isFilled && !child['x-computed']) return [];
    const state = fieldState(child, name, field, values, context);
    const path = [...basePath, name];
    const failed =
      child['x-computed'] && state.visible ? computedProblems(child, values, context, path, around) : [];
    // The server sets read-only fields, so users cannot correct them.
    if (child.readOnly || !state.visible || failed.length > 0) return failed;
    if (value === undefined) return state.required ? [{ path, keyword: 'required' }] : [];
    if (isObject(value) && child.properties) return conditionalProblems(child, value, context, path);
    const { items } = child;
    if (!Array.isArray(value) || !items?.properties) return [];
    return value.flatMap((item: unknown, index) =>
      isObject(item)
        ? conditionalProblems(items, item, context, [...path, index], { list: value, index, values })
        : [],
    );
  });
}

/** Returns ['a', 0, 'b'] for '/a/0/b'. */
export function pointerPath(pointer: string): Path {
  if (pointer === '' || pointer === '/') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
