/** Caches by text for a codegen that runs repeatedly. What depends on the same text is made once. */
import { readFileSync } from 'node:fs';

/** Several runs share the value, so none may change it. */
function freezeAll<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freezeAll);
  return Object.freeze(value);
}

/** Makes a value by name again only if its text changed. */
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

/** A file with the same text is parsed once. */
export function createRead<T>(parse: (text: string) => T): (path: string) => T {
  const memo = createMemo<T>();
  return (path) => {
    const text = readFileSync(path, 'utf8');
    return memo(path, text, () => freezeAll(parse(text)));
  };
}
