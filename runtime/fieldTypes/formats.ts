import type { FieldTypes } from './lookup.ts';

/** Returns the patterns by format, for validators. */
export const readFormats = (types: FieldTypes): Record<string, RegExp> =>
  Object.fromEntries(
    Object.entries(types).flatMap(([name, { pattern }]) => (pattern ? [[name, pattern] as const] : [])),
  );
