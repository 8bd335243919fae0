/** The calls that were asked for by name, held against those that are described. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choice, escaped, type Problem, problemOf } from '../problem.ts';
import type { OperationSource } from './operationSource.ts';

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
}

/** Numbers of documented calls: served by a line, served by a handler of their own, not served yet. */
export interface Coverage {
  lines: number;
  handlers: number;
  missing: number;
}

/** Reads the list; a project may have none. */
export function readDocumented(root: string): DocumentedCall[] {
  const path = join(root, 'openapi/documented.tsv');
  if (!existsSync(path)) return [];
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [id = '', method = '', address = ''] = row.split('\t');
    return { id, method, path: address };
  });
}

/** An address without what its parameters are called. */
const placeOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replace(/\?.*$/, '').replaceAll(/\{\w+\}/g, '{}')}`;

interface Described {
  paths: Record<string, Record<string, OperationSource>>;
}

const operationsOf = ({ paths }: Described) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

export function countCoverage(api: Described, documented: readonly DocumentedCall[]): Coverage {
  const byPlace = new Map(
    operationsOf(api).map(({ path, method, operation }) => [placeOf(method, path), operation]),
  );
  const described = documented.flatMap(({ method, path }) => byPlace.get(placeOf(method, path)) ?? []);
  const lines = described.filter((operation) => operation['x-action']).length;
  return { lines, handlers: described.length - lines, missing: documented.length - described.length };
}

/** A description that names a documented call is at the address that the document gives. */
export function documentedProblems(api: Described, documented: readonly DocumentedCall[]): Problem[] {
  if (documented.length === 0) return [];
  const byId = new Map(documented.map((call) => [call.id, call]));
  return operationsOf(api).flatMap(({ path, method, operation }) =>
    [operation['x-call'] ?? []].flat().flatMap((id) => {
      const pointer = `/paths/${escaped(path)}/${method}/x-call`;
      const call = byId.get(id);
      if (!call) return [problemOf('openapi', pointer, 'noCall', { known: choice(id, [...byId.keys()]) })];
      return placeOf(call.method, call.path) === placeOf(method, path)
        ? []
        : [problemOf('openapi', pointer, 'otherPlace', { place: `${call.method} ${call.path}` })];
    }),
  );
}
