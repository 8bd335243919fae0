/** Finds unknown keywords of a description. A comma in an unquoted text of a YAML flow map begins a new keyword. */
import { isObject } from '../../runtime/core/object.ts';
import { choice, escaped, type Problem, problemOf } from '../problem.ts';
import type { OperationSource } from '../write/operationSource.ts';
import type { PureSchema } from '../write/pure.ts';

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LIST = ['prefixItems', 'oneOf', 'anyOf', 'allOf'];
const NAMED = ['properties', 'patternProperties'];
const PLAIN = [
  ...['$ref', '$comment', 'type', 'enum', 'const', 'format', 'pattern', 'default', 'examples'],
  ...['title', 'description', 'readOnly', 'writeOnly', 'deprecated', 'required', 'discriminator'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'dependentRequired'],
  ...['unevaluatedProperties', 'contentMediaType', 'contentEncoding'],
];
const SCHEMA_KEYWORDS = [...ONE, ...LIST, ...NAMED, ...PLAIN];
const PARAMETER_KEYWORDS = [
  'name',
  'in',
  'required',
  'schema',
  'description',
  'deprecated',
  'example',
  'explode',
  'style',
];

interface Place {
  file: string;
  pointer: string;
}

const step = ({ file, pointer }: Place, ...names: (string | number)[]): Place => ({
  file,
  pointer: [pointer, ...names.map((name) => escaped(String(name)))].join('/'),
});

const unknownKeywords = (place: Place, node: object, allowed: readonly string[]): Problem[] =>
  Object.keys(node)
    .filter((keyword) => !keyword.startsWith('x-') && !allowed.includes(keyword))
    .map((keyword) => {
      const { file, pointer } = step(place, keyword);
      return problemOf(file, pointer, 'noKeyword', { known: choice(keyword, allowed) });
    });

/** Checks every keyword of a schema and of the schemas within it. */
export function schemaKeywordProblems(place: Place, schema: unknown): Problem[] {
  if (!isObject(schema)) return [];
  const inner: [Place, unknown][] = [
    ...ONE.map((name): [Place, unknown] => [step(place, name), schema[name]]),
    ...LIST.flatMap((name) =>
      [schema[name] ?? []]
        .flat()
        .map((keyword, index): [Place, unknown] => [step(place, name, index), keyword]),
    ),
    ...NAMED.flatMap((name) =>
      Object.entries(isObject(schema[name]) ? schema[name] : {}).map(([key, schema]): [Place, unknown] => [
        step(place, name, key),
        schema,
      ]),
    ),
  ];
  return [
    ...unknownKeywords(place, schema, SCHEMA_KEYWORDS),
    ...inner.flatMap(([location, inner]) => schemaKeywordProblems(location, inner)),
  ];
}

/** Finds the unknown keywords of a whole operation. */
export function operationKeywordProblems(place: Place, operation: OperationSource): Problem[] {
  const content: Record<string, { schema: PureSchema }> = operation.requestBody?.content ?? {};
  return [
    ...(operation.parameters ?? []).flatMap((parameter, index) => {
      const here = step(place, 'parameters', index);
      return [
        ...unknownKeywords(here, parameter, PARAMETER_KEYWORDS),
        ...schemaKeywordProblems(step(here, 'schema'), parameter.schema),
      ];
    }),
    ...Object.entries(content).flatMap(([type, { schema }]) =>
      schemaKeywordProblems(step(place, 'requestBody', 'content', type, 'schema'), schema),
    ),
    ...schemaKeywordProblems(step(place, 'x-data'), operation['x-data']),
    ...schemaKeywordProblems(step(place, 'x-page'), operation['x-page']),
  ];
}

/**
 * Finds addresses that differ only in the names of their parameters. They are the same address and therefore ambiguous.
 */
export function samePathProblems(paths: readonly string[]): Problem[] {
  const groups = Map.groupBy(paths, (path) => path.replaceAll(/\{\w+\}/g, '{}'));
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((path) => problemOf('openapi', `/paths/${escaped(path)}`, 'samePath', { first })),
  );
}
