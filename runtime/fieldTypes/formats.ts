import type { FieldTypes } from './lookup.ts';

/** Returns the patterns of texts by format, as validators need them. */
export const readFormats = (types: FieldTypes): Record<string, RegExp> =>
  Object.fromEntries(
    Object.entries(types).flatMap(([name, { pattern }]) => (pattern ? [[name, pattern] as const] : [])),
  );
