/** Replaces the compiler of antd's styles in the built product, whose styles are compiled by the build. */
export const compile = (): readonly never[] => [];
export const serialize = (): string => '';
export const stringify = serialize;
export const prefixer = serialize;
export const middleware = (): typeof serialize => serialize;
