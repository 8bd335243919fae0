/** Converts problems of values to messages at fields. */

import type { ErrorSchema } from '@rjsf/utils';
import type { Field, Text } from '../../../generated/definition.ts';
import { type BrokenRule, brokenRules, warningRules } from '../../core/rules/crossRules.ts';
import {
  conditionalProblems,
  descendField,
  findPlace,
  type Path,
  type Problem,
  pointerPath,
} from '../../core/rules/fieldProblem.ts';
import type { Values } from '../../core/rules/rule.ts';
import { putValues } from '../../core/rules/values.ts';
import type { Lang } from '../../core/text/lang.ts';
import { brokenRuleMessage, problemMessage } from '../../fieldTypes/fieldMessage.ts';

/** The separator in RJSF's id of a control. No field name contains it. */
export const ID_SEPARATOR = '.';

export interface FieldError {
  path: Path;
  message: string;
}

/** A message at a field that does not block saving. Without a tone it blocks saving. */
export interface FieldHint extends FieldError {
  tone?: 'warning' | 'note';
}

/** A server error about one field, as in the error response. */
export interface ServerError {
  field: string;
  msg: string;
}

export function fieldId(prefix: string, path: Path): string {
  return [prefix, ...path].join(ID_SEPARATOR);
}

/** Controls that edit a whole object. */
const WHOLE: ReadonlySet<Field['x-control']> = new Set<Field['x-control']>(['map', 'json']);

/**
 * Returns the path of the control that shows a problem. A single control may edit several values, such as a pair or a
 * list.
 */
function pathOfControl(root: Field, path: Path): Path {
  let field: Field | undefined = root;
  for (const [index, step] of path.entries()) {
    if (!field) break;
    if (WHOLE.has(field['x-control'])) return path.slice(0, index);
    if (typeof step === 'number' && field.items?.type !== 'object') return path.slice(0, index);
    const parent: Field = field;
    field = typeof step === 'number' ? field.items : field.properties?.[String(step)];
    const writer = index === path.length - 1 ? writerOf(parent, String(step)) : undefined;
    if (writer) return [...path.slice(0, index), writer];
  }
  return path;
}

/** Returns the field whose cascader also writes this field. Undefined if there is none. */
function writerOf(parent: Field, name: string): string | undefined {
  return Object.entries(parent.properties ?? {}).find(
    ([, field]) => field['x-control'] === 'cascader' && field['x-pairedField'] === name,
  )?.[0];
}

const ENTERED: Text = { zh: '所填内容', en: 'The input' };

/**
 * Returns the invalid field, with a title that is visible to the user. The field may be a part of the control's value.
 */
function findProblemField(root: Field, shown: Path, path: Path): Field {
  const control = descendField(root, shown) ?? {};
  const field = (path.length > shown.length && descendField(root, path)) || control;
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  const title = field.title ?? (name === '' ? ENTERED : { zh: name, en: name });
  return { ...field, title, 'x-control': control['x-control'] };
}

/** Returns one message for each invalid visible field: the first one. */
export function fieldErrors(
  field: Field,
  problems: Problem[],
  values: Values,
  context: Values,
  lang: Lang,
): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const problem of [...problems, ...conditionalProblems(field, values, context)]) {
    const path = pathOfControl(field, problem.path);
    const key = path.join(ID_SEPARATOR);
    if (errors.has(key)) continue;
    const place = findPlace(field, values, path, context);
    if (!place) continue;
    const problemField = findProblemField(field, path, problem.path);
    const value = path.length < problem.path.length ? valueAt(values, problem.path) : place.value;
    const message = problemMessage(problemField, problem.keyword, value, lang, problem.limit);
    errors.set(key, { path, message });
  }
  return [...errors.values()];
}

/** Returns the violated rules across fields. Unchanged parts of `stored` are not checked. */
export function ruleErrors(
  field: Field,
  values: Values,
  context: Values,
  stored: Values | null,
  lang: Lang,
): FieldError[] {
  return placeRules(field, brokenRules(field, values, context, stored), values, context, lang);
}

/** Returns the violated rules that only warn. They do not block saving. */
export const ruleWarnings = (field: Field, values: Values, context: Values, lang: Lang): FieldError[] =>
  placeRules(
    field,
    // A rule that could not be checked does not warn.
    warningRules(field, values, context).filter(({ text }) => text !== undefined),
    values,
    context,
    lang,
  );

function placeRules(
  field: Field,
  broken: readonly BrokenRule[],
  values: Values,
  context: Values,
  lang: Lang,
): FieldError[] {
  return broken.flatMap((rule) => {
    const path = pathOfControl(field, rule.path);
    if (!findPlace(field, values, path, context)) return [];
    const message = rule.text
      ? brokenRuleMessage(rule.text, rule.holder, lang)
      : problemMessage(findProblemField(field, path, rule.path), rule.keyword, undefined, lang);
    return [{ path, message }];
  });
}

/** Returns the values without those of hidden fields with a problem, because users cannot correct them. */
export function dropHidden(field: Field, problems: Problem[], values: Values, context: Values): Values {
  let corrected = values;
  for (const problem of problems) {
    const path = pathOfControl(field, problem.path);
    const hidden = path.findIndex((_, index) => !findPlace(field, values, path.slice(0, index + 1), context));
    if (hidden < 0 || valueAt(values, path.slice(0, hidden + 1)) === undefined) continue;
    if (corrected === values) corrected = structuredClone(values);
    putValues(corrected, path.slice(0, hidden).map(String), { [String(path[hidden])]: undefined });
  }
  return corrected;
}

/** Returns the server's errors at the controls of their fields. Errors without a control are shown beside the form. */
export function placeRefusals(
  field: Field,
  refused: readonly ServerError[],
  values: Values,
  context: Values,
): { placed: FieldError[]; others: string[] } {
  const placed: FieldError[] = [];
  const others: string[] = [];
  for (const { field: pointer, msg } of refused) {
    const path = pathOfControl(field, pointerPath(pointer));
    const place = path.length > 0 ? findPlace(field, values, path, context) : null;
    if (place && !place.field.readOnly && place.field['x-control'] !== 'hidden')
      placed.push({ path, message: msg });
    else others.push(msg);
  }
  return { placed, others };
}

/** Returns the errors in RJSF's structure. */
export function errorSchema(errors: FieldError[]): ErrorSchema {
  const root: ErrorSchema = {};
  for (const { path, message } of errors) {
    let node: ErrorSchema = root;
    for (const step of path) {
      const children = node as Record<string, ErrorSchema>;
      children[step] ??= {};
      node = children[step];
    }
    if (!node.__errors?.includes(message)) node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}

export function valueAt(values: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    values,
  );
}
