/** Compares the documented calls with the described ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choice, escaped, type Problem, problemOf } from '../problem.ts';
import type { OperationSource } from './operationSource.ts';

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
}

/** Numbers of documented calls: served by an action, by their own handler, or not yet. */
export interface Coverage {
  lines: number;
  handlers: number;
  missing: number;
}

/** Reads the list. A project may have none. */
export function readDocumented(root: string): DocumentedCall[] {
  const path = join(root, 'openapi/documented.tsv');
  if (!existsSync(path)) return [];
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [id = '', method = '', address = ''] = row.split('\t');
    return { id, method, path: address };
  });
}

/** Returns an address without the names of its parameters. */
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

/** Checks that a description of a documented call has the address from the document. */
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
