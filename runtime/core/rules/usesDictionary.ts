import { isObject } from '../object.ts';

/** Returns whether a part of a definition names one of the dictionaries for a field. */
export function usesDictionary(part: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.some((item) => usesDictionary(item, names));
  if (!isObject(part)) return false;
  return Object.entries(part).some(
    ([key, inner]) => (key === 'x-dictionary' && names.has(String(inner))) || usesDictionary(inner, names),
  );
}
