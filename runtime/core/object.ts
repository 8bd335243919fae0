/** Values from outside are unknown: this tells an object from a list, null and everything plain. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
