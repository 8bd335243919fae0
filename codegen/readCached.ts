/** Caches results by text, because a watching codegen runs repeatedly. Each text is processed once. */
import { readFileSync } from 'node:fs';

/** Several runs share the value, so none may change it. */
function freezeAll<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freezeAll);
  return Object.freeze(value);
}

/** Computes the value of a name again only if its text changed. */
export function createMemo<T>(): (name: string, text: string, make: () => T) => T {
  const known = new Map<string, { text: string; value: T }>();
  return (name, text, make) => {
    const before = known.get(name);
    if (before?.text === text) return before.value;
    const value = make();
    known.set(name, { text, value });
    return value;
  };
}

/** Parses a file again only if its text changed. */
export function createRead<T>(parse: (text: string) => T): (path: string) => T {
  const memo = createMemo<T>();
  return (path) => {
    const text = readFileSync(path, 'utf8');
    return memo(path, text, () => freezeAll(parse(text)));
  };
}
