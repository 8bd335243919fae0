import type { FieldTypes } from './lookup.ts';

/** The forms of texts by format, as validators take them. */
export const readFormats = (types: FieldTypes): Record<string, RegExp> =>
  Object.fromEntries(
    Object.entries(types).flatMap(([name, { pattern }]) => (pattern ? [[name, pattern] as const] : [])),
  );
