/** Reads the fields of conditions, and the numbers that they allow. */
import type { Condition } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';

const SAME = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Returns the distinct fields that a condition reads. */
export function conditionFields(condition: unknown): string[] {
  if (!isObject(condition)) return [];
  const named = isObject(condition.properties) ? Object.keys(condition.properties) : [];
  const required = Array.isArray(condition.required) ? condition.required.map(String) : [];
  const inside = SAME.flatMap((keyword) => [condition[keyword]].flat().flatMap(conditionFields));
  return [...new Set([...named, ...required, ...inside])];
}

export const takesAll = (condition: Condition | undefined): boolean =>
  condition !== undefined && Object.keys(condition).length === 0;

/**
 * The range of numbers that a condition on one field allows. `fromOpen` and `toOpen`: the bound itself is not
 * allowed.
 */
interface Span {
  field: string;
  from: number;
  to: number;
  fromOpen: boolean;
  toOpen: boolean;
}

const figure = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Reads a condition on the numbers of a single field. Null for any other. */
function readSpan(condition: Condition): Span | null {
  const whole: Record<string, unknown> = condition;
  const parts = Array.isArray(whole.allOf) && whole.allOf.length === 1 ? whole.allOf[0] : whole;
  if (!isObject(parts) || !isObject(parts.properties)) return null;
  const [entry, ...others] = Object.entries(parts.properties);
  if (!entry || others.length > 0 || !isObject(entry[1])) return null;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, const: only, ...rest } = entry[1];
  if (Object.keys(rest).length > 0) return null;
  const from = figure(only) ?? figure(exclusiveMinimum) ?? figure(minimum);
  const to = figure(only) ?? figure(exclusiveMaximum) ?? figure(maximum);
  if (from === undefined && to === undefined) return null;
  return {
    field: entry[0],
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to ?? Number.POSITIVE_INFINITY,
    fromOpen: figure(exclusiveMinimum) !== undefined,
    toOpen: figure(exclusiveMaximum) !== undefined,
  };
}

const contains = (outer: Span, inner: Span): boolean =>
  (inner.from > outer.from || (inner.from === outer.from && (!outer.fromOpen || inner.fromOpen))) &&
  (inner.to < outer.to || (inner.to === outer.to && (!outer.toOpen || inner.toOpen)));

/**
 * Compares a later condition with an earlier one. `covered`: the later one is unreachable. `overlaps`: some
 * records match both. `apart`: neither.
 */
export function compareConditions(earlier: Condition, later: Condition): 'covered' | 'overlaps' | 'apart' {
  if (takesAll(earlier) || JSON.stringify(earlier) === JSON.stringify(later)) return 'covered';
  const [one, two] = [readSpan(earlier), readSpan(later)];
  if (!one || !two || one.field !== two.field) return 'apart';
  if (contains(one, two)) return 'covered';
  // A wider condition after a narrower one is intended.
  if (contains(two, one)) return 'apart';
  const [low, high] = two.from >= one.from ? [one, two] : [two, one];
  const meets = high.from < low.to || (high.from === low.to && !high.fromOpen && !low.toOpen);
  return meets ? 'overlaps' : 'apart';
}

/** Keywords that the pickers produce. Each is evaluated in time linear to its number of values. */
const CHOSEN = new Set([
  ...['allOf', 'anyOf', 'not', 'properties', 'required', 'contains', 'const', 'enum'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);
const MAX_CHOSEN = 200;

/** Counts the keywords of a condition. Null if it has a keyword that pickers do not produce. */
function countChosen(condition: unknown): number | null {
  if (!isObject(condition)) return null;
  let count = 0;
  for (const [keyword, value] of Object.entries(condition)) {
    if (!CHOSEN.has(keyword)) return null;
    const inside =
      keyword === 'properties' && isObject(value)
        ? Object.values(value)
        : keyword === 'not' || keyword === 'contains'
          ? [value]
          : (keyword === 'allOf' || keyword === 'anyOf') && Array.isArray(value)
            ? value
            : [];
    for (const one of inside) {
      const below = countChosen(one);
      if (below === null) return null;
      count += below;
    }
    count += keyword === 'enum' && Array.isArray(value) ? value.length : 1;
  }
  return count;
}

/** Returns whether pickers can produce this condition. Flows that users draw contain only such conditions. */
export function isChosen(condition: Condition): boolean {
  const count = countChosen(condition);
  return count !== null && count <= MAX_CHOSEN;
}
