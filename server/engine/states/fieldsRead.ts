/** Lists the fields that decide whether a transition is possible, so that lists read and compare no others. */
import type { Transition } from '../../../generated/definition.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import { BRANCHES } from '../../../runtime/core/rules/rule.ts';

/** Null if any field may be read. */
type Names = readonly string[] | null;

const NAME = /^[$\w]+$/;
/** The user and the time, which are the same for all records of an answer. */
const CONTEXT = '$context';

const joinNames = (parts: readonly Names[]): Names =>
  parts.includes(null) ? null : [...new Set(parts.flatMap((names) => names ?? []))];

/** Returns the fields that a JSON Schema of an object uses. Null for an unknown keyword, which may use any field. */
function conditionFields(condition: unknown): Names {
  if (!isObject(condition)) return typeof condition === 'boolean' ? [] : null;
  return joinNames(
    Object.entries(condition).map(([keyword, value]) => {
      if (keyword === 'properties') return isObject(value) ? Object.keys(value) : null;
      if (keyword === 'required') return Array.isArray(value) ? value.map(String) : null;
      return BRANCHES.includes(keyword) ? joinNames([value].flat().map(conditionFields)) : null;
    }),
  );
}

/** Returns the fields that an expression uses. Null for a name without a field, which may use any. */
function expressionFields(expression: unknown): Names {
  const names = listReadNames(expression).map((name) => name.split('.')[0] ?? '');
  return names.every((name) => NAME.test(name)) ? names : null;
}

const known = new WeakMap<Transition, { names: Names }>();

/** Returns the fields that the guard and the rules of a transition use. Null if they may use any. */
export function fieldsRead(transition: Transition): Names {
  const found = known.get(transition);
  if (found) return found.names;
  const { guard, rules = [] } = transition;
  const read = joinNames([
    guard ? conditionFields(guard) : [],
    ...rules.map(({ check }) => expressionFields(check)),
  ]);
  const names = read?.filter((name) => name !== CONTEXT) ?? null;
  known.set(transition, { names });
  return names;
}
