/** Returns whether a value from outside is an object, not a list, null or a plain value. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
