/**
 * Judges a statement like a cluster whose tables are distributed by tenant. The statement must name one tenant as a
 * constant. It must call no function that is missing on the nodes. Pure, so no cluster is needed.
 */

import { OF_ALL_TENANTS } from '../../../../server/platform/db/tables/distribute.ts';

export interface Spread {
  /** The tables that are on the nodes. */
  tables: readonly string[];
  /** The platform's functions, and those that also exist on the nodes. */
  functions: readonly string[];
  onNodes: readonly string[];
}

/** Prefix of statements of the tests themselves, which never run on a cluster. */
export const OF_TESTS = '/* of a test */ ';

/** Statements that create or read the schema, and never read rows. */
const NO_ROWS =
  /^\s*(?:create|alter|drop|grant|revoke|comment|truncate|vacuum|analyze|lock|do|set|begin|commit|rollback|listen|copy|fetch|close)\b/i;
const TEXTS = /'(?:[^']|'')*'/g;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** A parameter or a number, perhaps with its type. */
const CONSTANT = String.raw`(?:\$\d+|\d+)(?:::\w+)?`;

/** Finds each place at which one of the tables is read or written, with its alias there. */
function findPlaces(
  sql: string,
  tables: readonly string[],
): { table: string; alias: string; verb: string }[] {
  const names = tables.map((table) => `${table}(?:_\\d{6})?`).join('|');
  const place = new RegExp(
    String.raw`\b(from|join|into|update)\s+(?:only\s+)?(?:"?public"?\.)?"?(${names})"?(?!["\w.(])(?:\s+as)?(?:\s+"?(\w+)"?)?`,
    'gi',
  );
  const own = new Set(
    [...sql.matchAll(/(?:\bwith|,)\s+(?:recursive\s+)?"?(\w+)"?\s+as\s+(?:materialized\s+)?\(/gi)].map(
      ([, name]) => name,
    ),
  );
  return [...sql.matchAll(place)]
    .map(([, verb = '', table = '', alias = '']) => ({ verb: verb.toLowerCase(), table, alias }))
    .filter(({ table }) => !own.has(table));
}

/** Returns the tenants that a statement names, as they are written. */
const tenantsOf = (sql: string): Set<string> =>
  new Set(
    [...sql.matchAll(new RegExp(String.raw`\btenant_id"?\s*=\s*(${CONSTANT})`, 'gi'))].map(([, one]) =>
      one!.replace(/::\w+$/, ''),
    ),
  );

/** Returns the fault of a statement, or null. */
export function statementFault(text: string, { tables, functions, onNodes }: Spread): string | null {
  if (NO_ROWS.test(text)) return null;
  const sql = text.replaceAll(COMMENTS, ' ').replaceAll(TEXTS, "''");
  const places = findPlaces(sql, tables);
  if (places.length === 0) return null;
  const unsupported = functions.filter(
    (name) => new RegExp(`\\b${name}\\s*\\(`).test(sql) && !onNodes.includes(name),
  );
  if (unsupported.length > 0) return `calls ${unsupported.join(', ')}, which the nodes do not have`;
  if (text.startsWith(OF_ALL_TENANTS)) return null;
  const inserted = places.filter(({ verb }) => verb === 'into');
  if (
    inserted.some(({ table }) => !new RegExp(`into\\s+\\S*${table}"?[^(]*\\(\\s*"?tenant_id`, 'i').test(sql))
  )
    return 'writes rows without their tenant';
  const conditions = [...sql.matchAll(/\btenant_id"?\s*=\s*(?!excluded)/gi)].length;
  const read = places.length - inserted.length;
  if (conditions < read) return `names a tenant ${conditions} times for ${read} tables`;
  const tenants = tenantsOf(sql);
  if (read > 0 && tenants.size === 0) return 'names no tenant as a constant';
  if (tenants.size > 1) return `names several tenants: ${[...tenants].join(', ')}`;
  return null;
}
