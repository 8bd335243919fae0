/** The request of a call, for the user who tries it. */
import { isObject } from '../../../../runtime/core/object.ts';
import type { CallDocument, Source } from '../design/calls/callChanges.ts';

export interface RequestParameter {
  name: string;
  in: 'path' | 'query' | 'body';
  isOptional: boolean;
}

const PLACES = ['path', 'query', 'body'] as const;

function sourcesIn(part: unknown): RequestParameter[] {
  if (Array.isArray(part)) return part.flatMap(sourcesIn);
  if (!isObject(part)) return [];
  const source = part as Source;
  const place = PLACES.find((one) => typeof source[one] === 'string');
  if (place) return [{ name: source[place]!, in: place, isOptional: source.optional ?? false }];
  return Object.values(part).flatMap(sourcesIn);
}

/** Returns the values of the request that a call asks for, each once. Those of the address come first. */
export function listAsked({ path, action }: CallDocument): RequestParameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): RequestParameter => ({ name, in: 'path', isOptional: false }),
  );
  const all = new Map([...sourcesIn(action), ...inPath].map((one) => [`${one.in} ${one.name}`, one]));
  return PLACES.flatMap((place) => [...all.values()].filter((one) => one.in === place));
}

export type ParameterValues = Readonly<Record<string, string>>;

const pick = (
  call: CallDocument,
  place: RequestParameter['in'],
  entered: ParameterValues,
): Record<string, string> =>
  Object.fromEntries(
    listAsked(call)
      .filter((one) => one.in === place && entered[one.name])
      .map(({ name }) => [name, entered[name]!]),
  );

export const pathOf = (call: CallDocument, entered: ParameterValues) => pick(call, 'path', entered);
export const queryOf = (call: CallDocument, entered: ParameterValues) => pick(call, 'query', entered);

/** Returns whether every value that the call requires is given. */
export const isComplete = (call: CallDocument, entered: ParameterValues): boolean =>
  listAsked(call).every((one) => one.isOptional || one.in === 'body' || Boolean(entered[one.name]));

/** Returns the address with the values that are given. */
export function addressOf(call: CallDocument, entered: ParameterValues): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    entered[name] ? encodeURIComponent(entered[name]) : whole,
  );
  const query = new URLSearchParams(queryOf(call, entered)).toString();
  return query ? `${path}?${query}` : path;
}

/** Returns the whole request as text. `record` is the body of a call that writes a record. */
export function requestText(call: CallDocument, entered: ParameterValues, record: object | null): string {
  const values = listAsked(call)
    .filter((one) => one.in === 'body')
    .map(({ name }) => [name, entered[name] || '…']);
  const body = { ...record, ...Object.fromEntries(values) };
  const lines = [`${call.method.toUpperCase()} ${addressOf(call, entered)}`, 'Authorization: Bearer …'];
  if (Object.keys(body).length === 0) return lines.join('\n');
  return [...lines, 'Content-Type: application/json', '', JSON.stringify(body, null, 2)].join('\n');
}
