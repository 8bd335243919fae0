/** Adds copies of records to the sources of a project: their definitions, and the programs that use them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAMILIES, type Family } from './families.ts';
import { type Call, type Definition, type Parts, readParts } from './project.ts';
import { type Json, numberedTitle, renameJson } from './renaming.ts';

interface Copied {
  family: Family;
  parts: Parts;
}

export interface Copies {
  families: readonly Copied[];
  /** The number of each copy of all families, from 2 on. */
  numbers: readonly number[];
}

/** Plans as many copies of everything as are necessary for at least this number of additional entities. */
export function planCopies(root: string, entities: number): Copies {
  const families = FAMILIES.map((family) => ({ family, parts: readParts(root, family) }));
  const each = FAMILIES.reduce((sum, family) => sum + family.entities.length, 0);
  return { families, numbers: Array.from({ length: Math.ceil(entities / each) }, (_, at) => at + 2) };
}

export const countCopied = ({ families, numbers }: Copies): number =>
  numbers.length * families.reduce((sum, { family }) => sum + family.entities.length, 0);

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

export const numberedFile = (file: string, number: number): string =>
  file.replace(/(?=(?:\.test)?\.\w+$)/, `${number}`);

function computeFields({ json }: Definition, { computed = {} }: Family): Definition['json'] {
  const copy = structuredClone(json);
  const { properties } = (copy.schema ?? {}) as { properties?: Record<string, Definition['json']> };
  for (const [field, expression] of Object.entries(computed)) {
    const [entity, name = ''] = field.split('.');
    if (properties?.[name] && json.name === entity) properties[name]['x-computed'] = expression;
  }
  return copy;
}

function copyDefinition(definition: Definition, { family, parts: { names } }: Copied, number: number): Json {
  const json = computeFields(definition, family);
  const title = Object.entries(json.title as Record<string, string>);
  const numbered = title.map(([lang, text]) => [lang, numberedTitle(text, number)]);
  return { ...(renameJson(json, names, number) as object), title: Object.fromEntries(numbered) };
}

/** Adds only the number to the name of a common field, because its name may be a part of other names. */
const copyField = ({ json }: Definition, { names }: Parts, number: number): Json => ({
  ...(renameJson(json, names, number) as object),
  name: `${json.name}${number}`,
});

/**
 * Returns the copy of a call. If its address names none of the records, the number follows the first part of the
 * address.
 */
function callCopy({ path, method, operation }: Call, { names }: Parts, number: number) {
  const renamed = renameJson(path, names, number);
  const own = renamed === path ? path.replace(/^\/\w+/, `$&/copy${number}`) : renamed;
  return { path: String(own), method, operation: renameJson(operation, names, number) };
}

/** Returns a description in which calls of the same address are together. */
function describe(calls: readonly ReturnType<typeof callCopy>[]): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, operation } of calls) paths[path] = { ...paths[path], [method]: operation };
  // JSON is valid YAML.
  return JSON.stringify({ paths }, null, 2);
}

export function addDefinitions(root: string, copies: Copies): void {
  for (const number of copies.numbers) {
    const writeCopy = ({ file }: Definition, copy: Json) =>
      write(root, numberedFile(file, number), JSON.stringify(copy, null, 2));
    for (const copied of copies.families) {
      const { definitions, fields } = copied.parts;
      for (const definition of definitions) writeCopy(definition, copyDefinition(definition, copied, number));
      for (const field of fields) writeCopy(field, copyField(field, copied.parts, number));
    }
    const calls = copies.families.flatMap(({ parts }) =>
      parts.calls.map((call) => callCopy(call, parts, number)),
    );
    write(root, `openapi/copies${number}.yaml`, describe(calls));
  }
}
