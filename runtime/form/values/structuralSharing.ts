/** Structural sharing keeps the reference of equal parts, so that memoised components do not render again. */

import deepEquals from '@rjsf/utils/lib/deepEquals.js';
import { isObject } from '../../core/object.ts';

export function same(a: unknown, b: unknown): boolean {
  return deepEquals(a, b);
}

/** Returns `next`, with every part that equals its counterpart in `previous` replaced by that counterpart. */
export function share(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(next)) {
    if (!Array.isArray(previous) || previous.length !== next.length) return next;
    return next.every((item, index) => share(previous[index], item) === previous[index]) ? previous : next;
  }
  if (!isObject(next) || !isObject(previous)) return next;
  const shared: Record<string, unknown> = {};
  const keys = Object.keys(next);
  let equal = keys.length === Object.keys(previous).length;
  for (const key of keys) {
    shared[key] = share(previous[key], next[key]);
    // A function counts as equal if the data beside it (ui:rules) is equal.
    const functions = typeof shared[key] === 'function' && typeof previous[key] === 'function';
    if (shared[key] !== previous[key] && !functions) equal = false;
  }
  return equal ? previous : shared;
}
