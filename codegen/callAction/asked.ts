/** The parameters and the body that a call asks for, as they follow from its action. */
import {
  type CallAction,
  type Entity,
  type RequestedValue,
  typeName,
  type ValueSource,
} from '../definition.ts';
import { type EntitySchemas, SERVER_FIELDS } from '../entitySchemas.ts';
import type { OperationSource, Parameter } from '../operationSource.ts';
import type { PureSchema } from '../pure.ts';
import { ID, LIST_PARAMETERS, PAGE_PARAMETERS, SELECTION_PARAMETERS } from './parameters.ts';

/** An entity with its shapes on the wire. */
export interface Described {
  entity: Entity;
  shapes: EntitySchemas;
}

/** A value that a call asks for, with its schema. */
export interface Asked {
  source: RequestedValue;
  schema: PureSchema;
}

const MAX_MANY = 500;
const MAX_TEXT = 200;
const MAX_SPLIT = 8_000;
export const isRequested = (source: ValueSource | undefined): source is RequestedValue =>
  typeof source === 'object' && source !== null && !Array.isArray(source) && !('me' in source);

/** The schema of one value of a field: never empty, for an empty one asks for nothing. */
function valueSchema({ shapes }: Described, name: string): PureSchema {
  const properties = (shapes.write.properties ?? {}) as Record<string, PureSchema>;
  const answered = (shapes.record.properties ?? {}) as Record<string, PureSchema>;
  const { default: _, ...schema } = properties[name] ?? SERVER_FIELDS[name] ?? answered[name] ?? {};
  const [type = 'string', ...others] = [schema.type ?? []].flat().filter((typeName) => typeName !== 'null');
  const single = { ...schema, type: others.length > 0 ? schema.type : type };
  return single.type === 'string' ? { maxLength: MAX_TEXT, ...single, minLength: 1 } : single;
}

const idsSchema = (source: RequestedValue): PureSchema =>
  source.split
    ? { type: 'string', pattern: '^\\d{1,15}(,\\d{1,15})*$', maxLength: MAX_SPLIT }
    : { type: 'array', items: ID, minItems: 1, maxItems: MAX_MANY };

/** Everything that the lines of an action ask of the request. */
export function askedValues(action: CallAction, described?: Described): Asked[] {
  const lines = [action.by, action.where, action.values, action.form];
  const named = lines.flatMap((sources) => Object.entries(sources ?? {}));
  const requests = named.flatMap(([name, source]): Asked[] => {
    if (!isRequested(source) || !described) return [];
    const schema = valueSchema(described, name);
    return [
      { source, schema: source.split ? { type: 'string', minLength: 1, maxLength: MAX_SPLIT } : schema },
    ];
  });
  if (action.many) requests.push({ source: action.many, schema: idsSchema(action.many) });
  for (const named of [action.dictionary, action.statistic])
    if (isRequested(named))
      requests.push({ source: named, schema: { type: 'string', minLength: 1, maxLength: 64 } });
  return requests;
}

const needsId = ({ do: what, by, many, where }: CallAction): boolean =>
  ['get', 'delete', 'set', 'transition'].includes(what) && !by && !many && !where;

/** The fields of the answer are not asked for where the description says them. */
const listParameters = ({ fields }: CallAction): Parameter[] =>
  LIST_PARAMETERS.filter(({ name }) => name !== 'columns' || !fields);

export function parametersOf(action: CallAction, path: string, requests: readonly Asked[]): Parameter[] {
  const id = { name: 'id', in: path.includes('{id}') ? 'path' : 'query', required: true, schema: ID };
  const parameters = requests.flatMap(({ source, schema }): Parameter[] => {
    if (source.path !== undefined) return [{ name: source.path, in: 'path', required: true, schema }];
    if (source.query === undefined) return [];
    return [{ name: source.query, in: 'query', required: source.optional !== true, schema }];
  });
  if (needsId(action)) return [...parameters, id];
  if (action.do === 'update' && !action.by && path.includes('{id}')) return [...parameters, id];
  if (action.do === 'import')
    return [{ name: 'dryRun', in: 'query', schema: { type: 'boolean' }, description: 'Only check the file' }];
  if (action.do === 'export') return [...parameters, ...SELECTION_PARAMETERS];
  if (action.do !== 'list' || action.from === 'body') return parameters;
  // A list that is answered whole has no pages to turn.
  return [...parameters, ...((action.as ?? 'page') === 'page' ? listParameters(action) : [])];
}

/** The properties that the lines of an action ask of the body. */
function bodyAsked(requests: readonly Asked[]): {
  properties: Record<string, PureSchema>;
  required: string[];
} {
  const inBody = requests.filter(({ source }) => source.body !== undefined);
  return {
    properties: Object.fromEntries(inBody.map(({ source, schema }) => [source.body!, schema])),
    required: inBody.filter(({ source }) => !source.optional).map(({ source }) => source.body!),
  };
}

/** The body of a record's creation: in place of the fields that the action fills in, what it takes them from. */
function createBody({ shapes, entity }: Described, { values }: CallAction, from: BodyAsked): PureSchema {
  const given = new Set(Object.keys(values ?? {}));
  const { properties, required, ...rest } = shapes.write as PureSchema & { required: string[] };
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(Object.entries(properties as object).filter(([name]) => !given.has(name))),
      ...from.properties,
    },
    required: [...required.filter((name) => !given.has(name)), ...from.required],
    'x-entity': entity.name,
  };
}

/** The body that creates a record, or with id and version changes one. */
function saveBody({ shapes, entity }: Described): PureSchema {
  const { id, version } = shapes.update.properties as Record<string, PureSchema>;
  return {
    ...shapes.write,
    properties: { id, version, ...(shapes.write.properties as object) },
    dependentRequired: { id: ['version'] },
    'x-entity': entity.name,
  };
}

function bodySchema(action: CallAction, described: Described, requests: readonly Asked[]): PureSchema | null {
  const type = typeName(described.entity.name);
  const { properties, required } = bodyAsked(requests);
  switch (action.do) {
    case 'create':
      return action.values
        ? createBody(described, action, besides)
        : { $ref: `#/components/schemas/${type}Write` };
    case 'update':
      return { $ref: `#/components/schemas/${type}Update` };
    case 'save':
      return saveBody(described);
    default: {
      const list =
        action.do === 'list' && action.from === 'body' ? [...listParameters(action), ...PAGE_PARAMETERS] : [];
      const place = Object.fromEntries(list.map(({ name, schema }) => [name, schema]));
      const all = { ...place, ...properties };
      return Object.keys(all).length === 0 ? null : { type: 'object', properties: all, required };
    }
  }
}

const FILE: OperationSource['requestBody'] = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  },
};

/** The body that an action asks for; undefined where it takes none. */
export function requestBodyOf(
  action: CallAction,
  described: Described,
  requests: readonly Asked[],
): OperationSource['requestBody'] | undefined {
  if (action.do === 'import') return FILE;
  const schema = bodySchema(action, described, requests);
  if (!schema) return undefined;
  const mayBeEmpty = schema.type === 'object' && (schema.required as string[]).length === 0;
  return { required: !mayBeEmpty, content: { 'application/json': { schema } } };
}
