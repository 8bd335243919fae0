/** Lists the fields that decide whether a record can make a move, so that a list reads and compares no others. */
import type { Transition } from '../../../generated/definition.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import { BRANCHES } from '../../../runtime/core/rules/rule.ts';

/** Null if any field may be read. */
type Names = readonly string[] | null;

const NAME = /^[$\w]+$/;
/** The user and the moment, which are the same for all records of an answer. */
const CONTEXT = '$context';

const joinNames = (parts: readonly Names[]): Names =>
  parts.includes(null) ? null : [...new Set(parts.flatMap((names) => names ?? []))];

/** Returns the fields that a JSON Schema reads of an object. An unknown keyword may read any. */
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

/** Returns the fields that an expression reads. A name without a field, as of a list's item itself, may read any. */
function expressionFields(expression: unknown): Names {
  const names = listReadNames(expression).map((name) => name.split('.')[0] ?? '');
  return names.every((name) => NAME.test(name)) ? names : null;
}

const known = new WeakMap<Transition, { names: Names }>();

/** Returns the fields that the guard and the rules of a move read. Null if they may read any. */
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
