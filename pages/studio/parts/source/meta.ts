/** Reads from the meta schemas which keywords and values are valid at each path of a definition. */
import { isObject } from '../../../../runtime/core/object.ts';

type Meta = Readonly<Record<string, unknown>>;
export type Metas = ReadonlyMap<string, Meta>;

export interface Keyword {
  name: string;
  description: string;
  required: boolean;
  /** The value that is inserted with the keyword. */
  start: unknown;
}

export const META_OF = {
  entity: 'entity.schema.json',
  page: 'page.schema.json',
  dashboard: 'preset.schema.json',
  document: 'document.schema.json',
  statistic: 'statistic.schema.json',
  dictionary: 'dictionary.schema.json',
  call: 'call.schema.json',
} as const;

export function metasOf(schemas: readonly Meta[]): Metas {
  return new Map(schemas.map((schema) => [String(schema.$id), schema]));
}

/** A node with the file it is in, because `#/$defs/…` means that file. */
interface Node {
  schema: Meta;
  file: Meta;
}

function resolve(metas: Metas, { schema, file }: Node): Node {
  const ref = schema.$ref;
  if (typeof ref !== 'string') return { schema, file };
  const other = metas.get(ref);
  if (other) return { schema: other, file: other };
  const part = ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((now, key) => (isObject(now) ? now[key] : null), file);
  return isObject(part) ? { schema: part, file } : { schema: {}, file };
}

function step(metas: Metas, node: Node, part: string): Node | null {
  const { schema, file } = resolve(metas, node);
  for (const choice of (schema.oneOf ?? []) as Meta[]) {
    const found = step(metas, { schema: choice, file }, part);
    if (found) return found;
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  const next = properties[part] ?? (/^\d+$/.test(part) ? schema.items : schema.additionalProperties);
  return isObject(next) ? { schema: next, file } : null;
}

/** Returns the initial value of a schema. */
function startOf(metas: Metas, node: Node): unknown {
  const { schema, file } = resolve(metas, node);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1;
  if (type !== 'object') return '';
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    ((schema.required ?? []) as string[]).map((name) => [
      name,
      startOf(metas, { schema: (properties[name] ?? {}) as Meta, file }),
    ]),
  );
}

/** Returns the keywords of the object at a path, without those that it has already. */
export function keywordsAt(
  metas: Metas,
  root: string,
  path: readonly string[],
  named: readonly string[],
): Keyword[] {
  const file = metas.get(root);
  if (!file) return [];
  let node: Node | null = { schema: file, file };
  for (const part of path) node = node && step(metas, node, part);
  if (!node) return [];
  const found = resolve(metas, node);
  const properties = isObject(found.schema.properties) ? found.schema.properties : {};
  const required = (found.schema.required ?? []) as string[];
  return Object.entries(properties)
    .filter(([name]) => !named.includes(name) && name !== '$schema')
    .map(([name, schema]) => {
      const inner = { schema: schema as Meta, file: found.file };
      const description = (schema as Meta).description ?? resolve(metas, inner).schema.description;
      const values = resolve(metas, inner).schema.enum;
      return {
        name,
        description: [description, Array.isArray(values) ? values.join(' · ') : ''].filter(Boolean).join(' '),
        required: required.includes(name),
        start: startOf(metas, inner),
      };
    });
}

/**
 * Names that are valid at a path beside the keywords of the meta schema: existing definitions, and fields of the
 * entity.
 */
export interface Names {
  dictionaries: readonly string[];
  entities: readonly string[];
  widgets: readonly string[];
  fields: readonly string[];
}

/** Keywords whose values are names. Anything below `list`, `ui` and the like names fields. */
const NAMED: Readonly<Record<string, keyof Names>> = {
  'x-dictionary': 'dictionaries',
  'x-ref': 'entities',
  entity: 'entities',
  of: 'entities',
  label: 'fields',
  owner: 'fields',
  department: 'fields',
  parent: 'fields',
  field: 'fields',
  fields: 'fields',
  columns: 'fields',
  filters: 'fields',
  search: 'fields',
  totals: 'fields',
  print: 'fields',
  labelWith: 'fields',
  required: 'fields',
  unique: 'fields',
  indexes: 'fields',
};

export function valuesAt(metas: Metas, root: string, path: readonly string[], names: Names): string[] {
  const file = metas.get(root);
  let node: Node | null = file ? { schema: file, file } : null;
  for (const part of path) node = node && step(metas, node, part);
  if (!node) return [];
  const { schema } = resolve(metas, node);
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  const keyword = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (keyword === 'type' && path[0] === 'document') return [...names.widgets];
  const named = NAMED[keyword];
  return named ? [...names[named]] : [];
}

/** Returns the text that adds a keyword at the end of an object, and its place. */
export function insertKeyword(
  text: string,
  node: { from: number; to: number },
  empty: boolean,
  keyword: Keyword,
): { at: number; insert: string } {
  const before = text.slice(0, node.to - 1).trimEnd();
  const line = text.slice(text.lastIndexOf('\n', node.from - 1) + 1, node.from);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const value = JSON.stringify(keyword.start, null, 2).replaceAll('\n', `\n${indent}  `);
  const insert = `${empty ? '' : ','}\n${indent}  ${JSON.stringify(keyword.name)}: ${value}`;
  const closing = text.slice(before.length, node.to - 1).includes('\n') ? '' : `\n${indent}`;
  return { at: before.length, insert: insert + closing };
}
