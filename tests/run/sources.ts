/** Reads from the checkout the sources that show which tests a change affects. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Sources } from './affected.ts';

interface WrittenField {
  $ref?: string;
  'x-ref'?: string;
}

interface CommonField {
  field?: WrittenField;
}

interface WrittenEntity {
  of?: { field: string; in: string };
  schema?: { properties?: Record<string, WrittenField> };
}

/** Reads the texts of the product and its tests. */
export function readSources(): Sources {
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    if (!texts.has(path)) {
      let text = '';
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        // The file was deleted.
      }
      texts.set(path, text);
    }
    return texts.get(path) ?? '';
  };
  const described = JSON.parse(textOf('generated/openapi.json') || '{"paths":{}}') as {
    paths: Record<string, Record<string, { operationId?: string; 'x-permission'?: string }>>;
  };
  const calls = Object.values(described.paths).flatMap((methods) => Object.values(methods));
  const operations = calls.flatMap(({ operationId }) => operationId ?? []);
  const operationsOf = (entity: string): string[] =>
    calls.flatMap((call) => (call['x-permission']?.startsWith(`${entity}:`) ? (call.operationId ?? []) : []));
  const namesWith = (pattern: string, texts: readonly string[]): string[] =>
    globSync(pattern)
      .filter((path) => texts.some((text) => textOf(path).includes(text)))
      .map((path) => basename(path, '.json'));
  const entitiesWith = (dictionary: string): string[] => {
    const word = `"x-dictionary": "${dictionary}"`;
    const fields = namesWith('schemas/fields/*.json', [word]);
    return namesWith('schemas/entities/**/*.json', [
      word,
      ...fields.map((name) => `"$ref": "fields/${name}"`),
    ]);
  };
  const read = <T>(path: string): T => JSON.parse(textOf(path) || '{}') as T;
  const holdersOf = (path: string): string[] => {
    const { of, schema } = read<WrittenEntity>(path);
    const field = of?.in === 'form' ? schema?.properties?.[of.field] : undefined;
    if (!field) return [];
    const holder = field['x-ref'] ?? read<CommonField>(`schemas/${field.$ref}.json`).field?.['x-ref'];
    return holder === undefined ? [] : [holder];
  };
  const screensAsking = (entities: readonly string[]): string[] => {
    const names = new RegExp(`'(?:${entities.join('|')})'`);
    return entities.length === 0
      ? []
      : globSync('{pages,widgets}/**/*.{ts,tsx}')
          .map((path) => path.replaceAll('\\', '/'))
          .filter((path) => names.test(textOf(path)));
  };
  const pagesIn = (folder: string): string[] =>
    globSync(`${folder}*.tsx`).map((path) => basename(path, '.tsx'));
  return { textOf, operations, operationsOf, holdersOf, entitiesWith, pagesIn, screensAsking };
}
