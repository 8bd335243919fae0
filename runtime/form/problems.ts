/** From what is wrong with the values to what is shown at which field. */
import type { ErrorSchema } from '@rjsf/utils';
import type { Field } from '../../generated/definition.ts';
import type { Lang } from '../core/format.ts';
import { field_state, type Values } from '../core/rule.ts';
import { is_object } from '../core/values.ts';
import { problem_message } from './messages.ts';
import type { Path, Problem } from './validator.ts';

/** The id that RJSF gives a field's control: the separator appears in no field name. */
export const ID_SEPARATOR = '.';

export interface FieldError {
  path: Path;
  message: string;
}

/** A refusal of the server's about one field, as the error envelope carries it. */
export interface ServerError {
  field: string;
  msg: string;
}

interface Place {
  field: Field;
  value: unknown;
}

export function field_id(prefix: string, path: Path): string {
  return [prefix, ...path].join(ID_SEPARATOR);
}

/** The field at a path and its value; null when the path is unknown or passes through an invisible field. */
export function place_find(root: Field, values: Values, path: Path, context: Values): Place | null {
  let place: Place = { field: root, value: values };
  for (const step of path) {
    const { field, value } = place;
    if (typeof step === 'number' && field.items) {
      place = { field: field.items, value: Array.isArray(value) ? (value[step] as unknown) : undefined };
      continue;
    }
    const name = String(step);
    const child = field.properties?.[name];
    const holder = is_object(value) ? value : {};
    if (!child || !field_state(child, name, field, holder, context).visible) return null;
    place = { field: child, value: holder[name] };
  }
  return place;
}

/** Objects with one control of their own. */
const WHOLE: ReadonlySet<Field['x-control']> = new Set<Field['x-control']>(['map', 'json']);

/** The control that shows a problem: a pair or a list of values is one control, whatever part of it is wrong. */
function path_of_control(root: Field, path: Path): Path {
  let field: Field | undefined = root;
  for (const [index, step] of path.entries()) {
    if (!field) break;
    if (WHOLE.has(field['x-control'])) return path.slice(0, index);
    if (typeof step === 'number' && field.items?.type !== 'object') return path.slice(0, index);
    const parent: Field = field;
    field = typeof step === 'number' ? field.items : field.properties?.[String(step)];
    const writer = index === path.length - 1 ? writer_of(parent, String(step)) : undefined;
    if (writer) return [...path.slice(0, index), writer];
  }
  return path;
}

/** The field whose cascader also writes this one. */
function writer_of(parent: Field, name: string): string | undefined {
  return Object.entries(parent.properties ?? {}).find(
    ([, field]) => field['x-control'] === 'cascader' && field['x-with'] === name,
  )?.[0];
}

/** Problems that conditions add: x-required says a field must be filled, the pure schema does not know. */
export function conditional_problems(
  field: Field,
  values: Values,
  context: Values,
  at: Path = [],
): Problem[] {
  return Object.entries(field.properties ?? {}).flatMap(([name, child]) => {
    // What the server sets nobody can be asked for.
    if (child.readOnly) return [];
    const state = field_state(child, name, field, values, context);
    if (!state.visible) return [];
    const value = values[name];
    const path = [...at, name];
    if (value === undefined) return state.required ? [{ path, keyword: 'required' }] : [];
    if (is_object(value) && child.properties) return conditional_problems(child, value, context, path);
    const { items } = child;
    if (!Array.isArray(value) || !items?.properties) return [];
    return value.flatMap((item: unknown, index) =>
      is_object(item) ? conditional_problems(items, item, context, [...path, index]) : [],
    );
  });
}

/** One message a field, the first that applies; nothing about what is not visible. */
export function field_errors(
  field: Field,
  problems: Problem[],
  values: Values,
  context: Values,
  lang: Lang,
): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const problem of [...problems, ...conditional_problems(field, values, context)]) {
    const path = path_of_control(field, problem.path);
    const key = path.join(ID_SEPARATOR);
    if (errors.has(key)) continue;
    const place = place_find(field, values, path, context);
    if (place)
      errors.set(key, { path, message: problem_message(place.field, problem.keyword, place.value, lang) });
  }
  return [...errors.values()];
}

/** The errors as RJSF wants them. */
export function error_schema(errors: FieldError[]): ErrorSchema {
  const root: ErrorSchema = {};
  for (const { path, message } of errors) {
    let node: ErrorSchema = root;
    for (const step of path) {
      const children = node as Record<string, ErrorSchema>;
      children[step] ??= {};
      node = children[step];
    }
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}

export function value_at(values: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    values,
  );
}
