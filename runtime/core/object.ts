/** Values from outside are unknown: this recognizes an object among lists, null and plain values. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
