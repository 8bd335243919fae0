/** Reads the values of a request that the call's description uses. */
import type { RequestedValue, ValueSource } from '../../../generated/definition.ts';
import { isObject } from '../../../runtime/core/object.ts';
import type { Caller } from '../access/asker.ts';

export interface MappedInput {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

export const bodyOf = (input: MappedInput): Readonly<Record<string, unknown>> =>
  isObject(input.body) ? input.body : {};

const PLACES = ['path', 'query', 'body'] as const;

/** Returns the position of a value in the request, for errors. */
export function pointerOf(source: RequestedValue): string {
  const place = PLACES.find((one) => one in source)!;
  const name = (source as Record<string, unknown>)[place];
  return place === 'body' ? `/${name}` : `/${place}/${name}`;
}

export const isRequested = (source: ValueSource): source is RequestedValue =>
  isObject(source) && !('me' in source) && !Array.isArray(source);

/** Splits a list in one text. The format is already validated. */
const splitText = (value: unknown): string[] =>
  String(value)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readRequested(source: RequestedValue, input: MappedInput): unknown {
  if ('path' in source) return input.path?.[source.path];
  if ('body' in source) return bodyOf(input)[source.body];
  const value = input.query?.[source.query];
  return source.split && value !== undefined ? splitText(value) : value;
}

/** Reads one value. Undefined if an optional value is missing. */
export function readSource(source: ValueSource, input: MappedInput, caller: Pick<Caller, 'userId'>): unknown {
  if (isRequested(source)) return readRequested(source, input);
  return isObject(source) && 'me' in source ? caller[source.me] : source;
}

export type Sources = Readonly<Record<string, ValueSource>>;

/** Reads the values of several fields. Missing values are left out. */
export function readSources(
  sources: Sources | undefined,
  input: MappedInput,
  caller: Pick<Caller, 'userId'>,
): Record<string, unknown> {
  const values = Object.entries(sources ?? {}).map(([name, source]) => [
    name,
    readSource(source, input, caller),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Reads the ids of a call about many records. */
export const readIds = (source: RequestedValue, input: MappedInput): number[] => [
  ...new Set([readRequested(source, input) ?? []].flat().map(Number)),
];
