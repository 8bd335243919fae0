/** Checks the rules across fields of an object (x-rules). Forms and all writes of the server use the same function. */
import type { Field, Rule, Text } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { type Around, computeValue } from './expression.ts';
import type { Path } from './fieldProblem.ts';
import { fieldsFinder } from './fieldsFinder.ts';
import { listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

/** The object of a message. `{name}` is its new value, `{was.name}` the stored one. */
export interface MessageSubject {
  field: Field;
  values: Values;
  before?: Values | null;
}

/** A violated rule, or a rule that could not be checked. */
export interface BrokenRule {
  path: Path;
  keyword: string;
  /** The message, with placeholders for the values of fields. */
  text?: Text;
  /** The object of the rule, with its definition. */
  holder: MessageSubject;
  /** The reason why the check failed, for the log. */
  reason?: string;
}

/** An object of a record, before and after the change. Without `before` the whole object is new. */
interface Course {
  /** Checks rules with `warn` instead of the others. */
  warns: boolean;
  field: Field;
  now: Values;
  before: Values | null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const OUTSIDE = /^(?:\.\.\/)+/;
const firstName = (path: string): string => path.replace(OUTSIDE, '').split('.')[0] ?? '';

/** Returns whether a rule is checked. Unchanged stored objects are not checked. */
function isChecked({ check, warn }: Rule, course: Course, outer: Course | undefined): boolean {
  if ((warn === true) !== course.warns) return false;
  if (course.before === null) return true;
  const changed = (one: Course | undefined, name: string) =>
    one !== undefined && !same(one.now[name], one.before?.[name]);
  return listReadNames(check).some(
    (path) =>
      changed(OUTSIDE.test(path) ? outer : undefined, firstName(path)) || changed(course, firstName(path)),
  );
}

function checkRule(
  rule: Rule,
  course: Course,
  context: Values,
  around?: Around,
): Omit<BrokenRule, 'path'> | null {
  const holder = { field: course.field, values: course.now, before: course.before };
  const { value, problem, reason } = computeValue(rule.check, course.now, context, around) as {
    value?: unknown;
    problem?: string;
    reason?: string;
  };
  if (problem) return { keyword: `compute.${problem}`, holder, ...(reason ? { reason } : {}) };
  // The rule passes if one of its operands is empty.
  return value === null || value === undefined || value ? null : { keyword: 'rule', text: rule.text, holder };
}

/**
 * Returns the violated rules of an object and of all objects within it, each at its marked field. `before` is the
 * stored object. A rule whose fields are unchanged is not checked.
 */
export function brokenRules(
  field: Field,
  now: Values,
  context: Values,
  before: Values | null = null,
): BrokenRule[] {
  return brokenIn({ warns: false, field, now, before }, context, []);
}

/** Returns the violated rules with `warn`. The record can still be saved. */
export const warningRules = (field: Field, now: Values, context: Values): BrokenRule[] =>
  brokenIn({ warns: true, field, now, before: null }, context, []);

const ruledIn = fieldsFinder((field) => field['x-rules'] !== undefined);

function brokenIn(
  course: Course,
  context: Values,
  holderPath: Path,
  outer?: Course,
  around?: Around,
): BrokenRule[] {
  const { warns, field, now, before } = course;
  const ownRules = (field['x-rules'] ?? []).flatMap((rule) => {
    const broken = isChecked(rule, course, outer) ? checkRule(rule, course, context, around) : null;
    return broken ? [{ ...broken, path: [...holderPath, rule.at] }] : [];
  });
  const inner = ruledIn(field).flatMap(([name, child]) => {
    const [value, old] = [now[name], before?.[name]];
    const path = [...holderPath, name];
    if (isObject(value) && child.properties)
      return brokenIn({ warns, field: child, now: value, before: isObject(old) ? old : null }, context, path);
    const { items } = child;
    return Array.isArray(value) && items?.properties
      ? brokenLines(items, value, Array.isArray(old) ? old : [], context, path, course)
      : [];
  });
  return [...ownRules, ...inner];
}

/**
 * Returns the broken rules of lines. An existing line is compared with its stored state, independent of its
 * position.
 */
function brokenLines(
  items: Field,
  lines: readonly unknown[],
  old: readonly unknown[],
  context: Values,
  path: Path,
  outer: Course,
): BrokenRule[] {
  const before = new Map(
    old.flatMap((line) => (isObject(line) ? [[JSON.stringify(line), line] as const] : [])),
  );
  return lines.flatMap((line, index) => {
    if (!isObject(line)) return [];
    const course = {
      warns: outer.warns,
      field: items,
      now: line,
      before: before.get(JSON.stringify(line)) ?? null,
    };
    const around = { list: lines, index, values: outer.now };
    return brokenIn(course, context, [...path, index], outer, around);
  });
}
