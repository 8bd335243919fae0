/** The field types, by the formats in the meta schema of fields. Each is a folder of `runtime/fieldTypes`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldType } from '../runtime/core/fieldType.ts';
import { readFormats } from '../runtime/fieldTypes/formats.ts';
import { createLookup } from '../runtime/fieldTypes/lookup.ts';
import type { Field } from './definition/definition.ts';

interface FieldMeta {
  properties: { type: { enum: string[] }; format: { enum: string[] } };
}

const ROOT = join(import.meta.dirname, '..');
/** The folders of JSON types that have another name. */
const BASES: Readonly<Record<string, string>> = { string: 'text', array: 'list' };

const { type, format } = (
  JSON.parse(readFileSync(join(ROOT, 'schemas/meta/field.schema.json'), 'utf8')) as FieldMeta
).properties;

/** The formats that a field may name. */
export const FORMAT_NAMES: readonly string[] = format.enum;

/** `date-time` → `dateTime` */
const folderOf = (name: string): string =>
  BASES[name] ?? name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const names = [...type.enum, ...format.enum];

async function loadType(name: string): Promise<[string, FieldType]> {
  const folder = folderOf(name);
  const module = (await import(`../runtime/fieldTypes/${folder}/type.ts`)) as Record<string, FieldType>;
  const type = module[folder];
  if (!type) throw new Error(`runtime/fieldTypes/${folder}/type.ts exports no ${folder}`);
  return [name, type];
}

const types = Object.fromEntries(await Promise.all(names.map(loadType)));

export const fieldTypeOf = createLookup(types);

/** The patterns of texts, by format. */
export const FORMATS = readFormats(types);

/** Returns the field with the keywords that every field of its type has. */
export function completeField(field: Field): Field {
  const { implied } = fieldTypeOf(field);
  return implied ? { ...(implied as object), ...field } : field;
}

/** The same types for browser and server. */
export const fieldTypesFile = (): string =>
  [
    ...names.map(
      (name) => `import { ${folderOf(name)} } from '../../runtime/fieldTypes/${folderOf(name)}/type.ts';`,
    ),
    "import type { FieldTypes } from '../../runtime/fieldTypes/lookup.ts';",
    '',
    'export const fieldTypes: FieldTypes = {',
    ...names.map((name) => `  '${name}': ${folderOf(name)},`),
    '};',
    '',
  ].join('\n');
