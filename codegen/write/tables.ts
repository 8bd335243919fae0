import { isCounted } from '../../runtime/core/rules/rollups.ts';
import { sectionConditions } from '../../runtime/core/rules/sectionConditions.ts';
import { hashedFields, hashName } from '../../runtime/core/sealed.ts';
import { isWording } from '../../runtime/core/text/wording.ts';
import {
  type Definitions,
  type Entity,
  type Field,
  type FieldValues,
  typeName,
} from '../definition/definition.ts';
import { completeField, fieldTypeOf } from '../fieldTypes.ts';
import { type Dictionaries, optionValues } from './pure.ts';

export interface Column {
  field: string;
  name: string;
  type: string;
  nullable: boolean;
  default?: unknown;
  /** The referenced table and column. The tenant is part of the key on both sides. */
  ref?: { table: string; column: string };
  /** A check constraint of the column, in SQL. */
  check?: string;
  /** A hash that only the server writes and searches. Answers omit the column. */
  hash?: true;
}

export interface Table {
  entity: string;
  table: string;
  columns: Column[];
  unique: string[][];
  /** Keys of the rows for which an SQL condition is true. */
  uniqueWhere: { columns: string[]; where: string }[];
  /** Keys that other entities share, each with the columns of its value. */
  sharedKeys: Record<string, string[]>;
  indexes: string[][];
  /** The initial sort order of the list. */
  sort: { name: string; desc: boolean; nullable: boolean; wording: boolean }[];
  /** Columns whose texts are searched. */
  search: string[];
  /** The column with the record's name for users, if names are searched. */
  label?: string;
  /** Columns that the list can be filtered by. */
  filters: string[];
  /**
   * Fields with few values. The records of every combination of values are counted. Fields with the fewest values
   * come first.
   */
  tally: string[];
  /** JSON columns that contain references. Deleting their target searches them. */
  links: string[];
}

/** `deviceVariable` → `device_variable` */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the columns, keys and checks of every entity's table. The server adds its own columns. */
export function tablePlan(definitions: Definitions, dictionaries: Dictionaries): Table[] {
  return definitions.entities.map(({ value }) => entityTable(value, dictionaries));
}

export function entityTable(entity: Entity, dictionaries: Dictionaries): Table {
  const hashed = hashedFields(entity);
  const columns = Object.entries(entity.schema.properties ?? {}).map(([name, field]) =>
    column(entity, name, field, dictionaries),
  );
  return {
    entity: entity.name,
    table: snake(entity.name),
    columns: [...columns, ...columns.filter(({ field }) => hashed.includes(field)).map(hashColumn)],
    // The same value is encrypted to another text each time, so that its hash must be unique instead.
    unique: (entity.unique ?? []).map((fields) =>
      fields.map((name) => snake(hashed.includes(name) ? hashName(name) : name)),
    ),
    uniqueWhere: (entity.uniqueWhere ?? [])
      .filter(({ warn }) => !warn)
      .map(({ fields, where }) => ({
        columns: fields.map(snake),
        where: Object.entries(where).map(valueSql).join(' and '),
      })),
    sharedKeys: Object.fromEntries(
      (entity.uniqueAcross ?? []).map(({ key, fields }) => [key, fields.map(snake)]),
    ),
    indexes: indexesOf(entity).map((fields) => fields.map(snake)),
    sort: (entity.list.sort ?? []).map(({ field, order }) => ({
      name: snake(field),
      desc: order === 'desc',
      nullable: !NEVER_EMPTY.has(field) && !entity.schema.required?.includes(field),
      wording: isWording(entity.schema.properties?.[field]),
    })),
    search: (entity.list.search ?? [])
      .filter((field) => sqlType(entity.schema.properties?.[field] ?? {}) === 'text')
      .map(snake),
    ...(entity.list.search?.includes(entity.label) ? { label: snake(entity.label) } : {}),
    filters: (entity.list.filters ?? [])
      .filter((field) => sqlType(entity.schema.properties?.[field] ?? {}) !== 'jsonb')
      .map(snake),
    tally: tallied(entity, dictionaries),
    links: Object.entries(entity.schema.properties ?? {})
      .filter(([, field]) => !field.readOnly && !field['x-ref'] && hasReference(field))
      .map(([name]) => snake(name)),
  };
}

/**
 * Returns the indexes of an entity. Dates of reminders and of removal are searched repeatedly. Fields of counting and
 * overlap rules are searched with every write, and the levels of trees by readers.
 */
function indexesOf(entity: Entity): string[][] {
  const { indexes = [], remind = [], keep } = entity;
  const dates = new Set([...remind.map(({ field }) => field), ...(keep ? [keep.field] : [])]);
  const indexed = [...[...dates].map((name) => [name]), ...beyondIndexes(entity)];
  const known = [...indexes];
  for (const fields of indexed)
    if (!known.some((one) => fields.every((name, at) => one[at] === name))) known.push(fields);
  return known;
}

const beyondIndexes = ({ name, parent, assembly, apart = [], across = [] }: Entity): string[][] => [
  // The levels of a tree are opened one by one.
  ...[parent ?? [], assembly?.used ?? []].flat().map((one) => [one]),
  ...apart.map(({ by, from }) => [...by, from]),
  ...across.flatMap(({ figures }) =>
    Object.values(figures)
      .filter(({ of }) => of === undefined || of === name)
      .map(({ by }) => Object.keys(by)),
  ),
];

const hasReference = (field: Field): boolean =>
  field['x-ref'] !== undefined ||
  (field.items !== undefined && hasReference(field.items)) ||
  Object.values(field.properties ?? {}).some(hasReference);

/** Maximum number of combinations that can be added up within some milliseconds. */
const MAX_COMBINATIONS = 50_000;

function tallied(entity: Entity, dictionaries: Dictionaries): string[] {
  const counts = (entity.list.filters ?? []).flatMap((name) => {
    const values = valueCount(entity.schema.properties?.[name], dictionaries);
    if (values === undefined) return [];
    return [{ name, values: entity.schema.required?.includes(name) ? values : values + 1 }];
  });
  let combinations = 1;
  return counts
    .sort((a, b) => a.values - b.values)
    .filter(({ values }) => {
      combinations *= values;
      return combinations <= MAX_COMBINATIONS;
    })
    .map(({ name }) => snake(name));
}

/**
 * Returns the number of values that the field can have. Undefined if it is not limited. Tenants may add a few entries
 * to some dictionaries.
 */
function valueCount(field: Field | undefined, dictionaries: Dictionaries): number | undefined {
  if (!field || sqlType(field) === 'jsonb') return undefined;
  if (field.type === 'boolean') return 2;
  const options = field['x-options'] ?? dictionaries.get(field['x-dictionary'] ?? '')?.entries;
  return options?.length;
}

const NEVER_EMPTY = new Set(['id', 'createdAt', 'updatedAt', 'version']);

function column(entity: Entity, field: string, schema: Field, dictionaries: Dictionaries): Column {
  const name = snake(field);
  const ref = schema['x-ref'];
  const check = columnCheck(RESERVED.has(name) ? `"${name}"` : name, schema, dictionaries);
  return {
    field,
    name,
    type: ref && !schema['x-refKey'] ? 'int8' : sqlType(schema),
    nullable:
      schema['x-visible'] !== undefined ||
      sectionConditions(entity).has(field) ||
      // The number is written last, when the row exists already.
      schema['x-sequence'] !== undefined ||
      !entity.schema.required?.includes(field),
    ...columnDefault(schema),
    ...(ref && !schema['x-looseRef']
      ? { ref: { table: snake(ref), column: snake(schema['x-refKey'] ?? 'id') } }
      : {}),
    ...(check ? { check } : {}),
  };
}

/** Returns the default of a column. A count without records is zero. */
function columnDefault(schema: Field): Pick<Column, 'default'> {
  if (isCounted(schema)) return { default: 0 };
  return schema.default === undefined ? {} : { default: schema.default };
}

const hashColumn = ({ field, nullable }: Column): Column => ({
  field: hashName(field),
  name: snake(hashName(field)),
  type: 'text',
  nullable,
  hash: true,
});

/** Reserved words of SQL. As names of columns they are quoted. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
  current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc
  distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral
  leading limit localtime localtimestamp not null offset on only or order placing primary references returning
  select session_user some symmetric system_user table then to trailing true union unique user using variadic when
  where window with`.split(/\s+/),
);

const sqlType = (field: Field): string => fieldTypeOf(field).column;

/**
 * Returns the check constraint of a column. It refuses values outside the list, numbers out of range and texts that
 * are too long.
 */
function columnCheck(name: string, defined: Field, dictionaries: Dictionaries): string | undefined {
  const field = completeField(defined);
  const values = optionValues(field, dictionaries);
  if (values) return `${name} in (${values.map(literal).join(', ')})`;
  const parts: string[] = [];
  if (typeof field.minimum === 'number') parts.push(`${name} >= ${field.minimum}`);
  if (typeof field.maximum === 'number') parts.push(`${name} <= ${field.maximum}`);
  if (field.type === 'string' && field.maxLength && sqlType(field) === 'text' && !field['x-sealed'])
    parts.push(`char_length(${name}) <= ${field.maxLength}`);
  return parts.join(' and ') || undefined;
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

function valueSql([name, value]: [string, FieldValues[string]]): string {
  const column = `"${snake(name)}"`;
  if (value === null) return `${column} is null`;
  return Array.isArray(value)
    ? `${column} in (${value.map(literal).join(', ')})`
    : `${column} = ${literal(value)}`;
}

const TS_TYPES: Record<string, string> = {
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  jsonb: 'JsonValue',
};

/** Returns the tables as Kysely needs them, with the names of the definitions. */
export function databaseFile(tables: Table[]): string {
  const interfaces = tables.map(({ entity, columns }) => {
    const lines = columns.map(({ field, type, nullable, default: value, hash }) => {
      const ts = `${TS_TYPES[type] ?? 'string'}${nullable ? ' | null' : ''}`;
      if (hash) return `  ${field}: ColumnType<never, ${ts}, ${ts}>;`;
      return `  ${field}: ${value !== undefined ? `Generated<${ts}>` : ts};`;
    });
    return [`export interface ${typeName(entity)}Table extends ServerColumns {`, ...lines, '}', ''].join(
      '\n',
    );
  });
  return [
    "import type { ColumnType, Generated } from 'kysely';",
    '',
    '/** A jsonb column: written as JSON text, read as its value. */',
    'export type JsonValue = unknown;',
    '',
    'export interface ServerColumns {',
    '  id: Generated<number>;',
    '  tenantId: number;',
    '  createdBy: number | null;',
    '  createdAt: Generated<string>;',
    '  updatedBy: number | null;',
    '  updatedAt: Generated<string>;',
    '  version: Generated<number>;',
    '}',
    '',
    ...interfaces,
    'export interface EntityTables {',
    ...tables.map(({ entity }) => `  ${entity}: ${typeName(entity)}Table;`),
    '}',
    '',
  ].join('\n');
}
