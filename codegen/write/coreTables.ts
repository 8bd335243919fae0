import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from '../load.ts';
import { readSqlTables, type SqlColumn, type SqlTables } from './sqlTables.ts';

const FOLDER = 'server/platform/db';

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
};

function typeOf({ type, array, values }: SqlColumn, place: string): string {
  const name = values?.map((value) => `'${value}'`).join(' | ') ?? TYPES[type];
  if (name === undefined)
    throw new Error(`${place} has the type ${type}, which codegen/write/coreTables.ts does not know`);
  return array ? `${name}[]` : name;
}

const isJson = ({ type, array }: SqlColumn): boolean => /^jsonb?$/.test(type) && !array;

/** Returns the type of a column: its type when read, and the types that may be written. */
function columnType(column: SqlColumn, table: string, name: string): string {
  const { type, array, nullable, filled, always } = column;
  const mark = nullable ? 'Nullable' : filled ? 'Default' : '';
  if (isJson(column)) return `${mark}Json<Shapes['${camel(table)}.${camel(name)}']>`;
  if (type === 'timestamptz' && !array) return `${mark}Instant`;
  const read = `${typeOf(column, `${table}.${name}`)}${nullable ? ' | null' : ''}`;
  return always ? `GeneratedAlways<${read}>` : filled ? `Generated<${read}>` : read;
}

const HEAD = `import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A timestamptz. It is read as an ISO string, and written as one or as a Date. */
type Instant = ColumnType<string, string | Date, string | Date>;
type DefaultInstant = ColumnType<string, string | Date | undefined, string | Date>;
type NullableInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
/** A json or jsonb column. It is read parsed and written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
`;

const quote = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

export function coreTablesText(tables: SqlTables): string {
  const parts = [...tables].map(([table, columns]) => {
    const lines = [...columns].map(
      ([name, column]) => `    ${quote(camel(name))}: ${columnType(column, table, name)};`,
    );
    return [`  ${quote(camel(table))}: {`, ...lines, '  };'].join('\n');
  });
  const json = [...tables].flatMap(([table, columns]) =>
    [...columns].flatMap(([name, column]) =>
      isJson(column) ? [`\n  | '${camel(table)}.${camel(name)}'`] : [],
    ),
  );
  return `${HEAD}
/** The JSON columns. The code that uses the tables defines their shapes. */
type JsonColumn =${json.join('') || ' never'};

/** The hand-written tables (${FOLDER}/schema), as queries see them. */
export interface CoreTables<Shapes extends Record<JsonColumn, unknown>> {
${parts.join('\n')}
}
`;
}

/**
 * Returns the types of the hand-written tables. Entities have their own types. Hand-written SQL only creates their
 * keys.
 */
export async function coreTablesFile(root: string, entities: readonly string[]): Promise<string> {
  const files = ['schema', 'migrations'].flatMap((folder) =>
    filesBelow(join(root, FOLDER, folder), '.sql').map((path) => ({
      name: `${FOLDER}/${folder}/${basename(path)}`,
      sql: readFileSync(path, 'utf8'),
    })),
  );
  const tables = await readSqlTables(files);
  for (const table of entities) tables.delete(table);
  return coreTablesText(tables);
}
