/** The parameters and the body of a call, which follow from its action. */
import { type CallAction, type Entity, type RequestedValue, typeName } from '../definition/definition.ts';
import { type EntitySchemas, SERVER_FIELDS } from '../definition/entitySchemas.ts';
import type { OperationSource, Parameter } from '../write/operationSource.ts';
import type { Dictionaries, PureSchema } from '../write/pure.ts';
import { comparedSchema, isRequested, requestedIn } from './conditions.ts';
import { choosingSchema, choosingSource, findChosenMove, formOfLine } from './moves.ts';
import {
  ID,
  LIST_PARAMETERS,
  PAGE_PARAMETERS,
  PAPER_LANGUAGE,
  PICKING_PARAMETERS,
  SELECTION_PARAMETERS,
} from './parameters.ts';

/** An entity with its schemas in the API. */
export interface Described {
  entity: Entity;
  shapes: EntitySchemas;
  dictionaries: Dictionaries;
  /** All entities by name. */
  others?: DescribedEntities;
}

export type DescribedEntities = Pick<ReadonlyMap<string, Described>, 'get'>;

/** A value that a call reads from its request, with its schema. */
export interface RequestInput {
  source: RequestedValue;
  schema: PureSchema;
}

const MANY = { type: 'array', minItems: 1, maxItems: 500 } as const;
const MAX_TEXT = 200;
const MAX_SPLIT = 8_000;
/** Schemas of single values of the request that are not fields of a record. */
const IDS: PureSchema = { type: 'array', items: ID, maxItems: 100 };
const SINGLE = {
  name: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
  version: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  comment: { type: 'string', maxLength: 1_000 },
  filled: { type: 'object', maxProperties: 20, additionalProperties: true },
  to: ID,
  same: ID,
  with: { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 20 },
  users: IDS,
  depts: IDS,
  right: { type: 'string', enum: ['read', 'write'] },
  until: { type: 'string', format: 'date' },
} as const satisfies Partial<Record<keyof CallAction, PureSchema>>;

/** Returns the schema of one value of a field. Empty texts are refused, because an empty value filters nothing. */
function valueSchema(described: Described, path: string): PureSchema {
  const [own = '', beyond] = path.split('.');
  const target =
    beyond === undefined
      ? described
      : described.others?.get(described.entity.schema.properties?.[own]?.['x-ref'] ?? '');
  const name = beyond ?? own;
  const { shapes } = target ?? described;
  const properties = (shapes.write.properties ?? {}) as Record<string, PureSchema>;
  const answered = (shapes.record.properties ?? {}) as Record<string, PureSchema>;
  const { default: _, ...schema } = properties[name] ?? SERVER_FIELDS[name] ?? answered[name] ?? {};
  const [type = 'string', ...others] = [schema.type ?? []].flat().filter((typeName) => typeName !== 'null');
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {};
  const single = { ...schema, ...values, type: others.length > 0 ? schema.type : type };
  return single.type === 'string' ? { maxLength: MAX_TEXT, ...single, minLength: 1 } : single;
}

/** Returns the input schema of the form of the action's transition. */
const formSchema = ({ entity, dictionaries }: Described, action: CallAction): PureSchema =>
  formOfLine(entity, action, dictionaries);

const formFields = (described: Described, action: CallAction) =>
  (formSchema(described, action).properties ?? {}) as Record<string, PureSchema>;

const idsSchema = (source: RequestedValue): PureSchema =>
  source.split
    ? { type: 'string', pattern: '^\\d{1,15}(,\\d{1,15})*$', maxLength: MAX_SPLIT }
    : { ...MANY, items: ID };

/** Returns the schema of several values: separated by commas in the query, a list in the body. */
const severalSchema = ({ body }: RequestedValue, own: () => PureSchema): PureSchema =>
  body === undefined ? { type: 'string', minLength: 1, maxLength: MAX_SPLIT } : { ...MANY, items: own() };

/** Joins requests for a value that several fields are compared with. It is required if one of them requires it. */
function removeRepeated(requests: readonly RequestInput[]): RequestInput[] {
  const nameOf = ({ source: { path, query, body } }: RequestInput): string =>
    JSON.stringify([path, query, body]);
  return [...Map.groupBy(requests, nameOf).values()].map(([first, ...others]) => {
    const needed = others.some(({ source }) => !source.optional);
    return needed && first!.source.optional
      ? { ...first!, source: { ...first!.source, optional: false } }
      : first!;
  });
}

/** Returns every value that an action reads from the request. */
export function requestedValues(action: CallAction, described?: Described): RequestInput[] {
  const ofRecord = [action.by, action.where, action.values, action.either].flatMap((sources) =>
    Object.entries(sources ?? {}).flatMap(([name, condition]) =>
      requestedIn(condition).map((requested) => ({ name, ...requested })),
    ),
  );
  const schemaOf = (name: string) => (described ? valueSchema(described, name) : {});
  const requests = [
    ...ofRecord.map(({ name, source, word }) => ({
      source,
      own: () => comparedSchema(schemaOf(name), word),
    })),
    ...Object.entries(action.form ?? {}).map(([name, source]) => ({
      source,
      own: () => (described && formFields(described, action)[name]) ?? schemaOf(name),
    })),
  ].flatMap(({ source, own }): RequestInput[] => {
    if (!isRequested(source)) return [];
    return [{ source, schema: source.split ? severalSchema(source, own) : own() }];
  });
  for (const source of Object.values(action.markedIf ?? {}))
    requests.push({ source: { ...source, optional: true }, schema: { type: 'boolean' } });
  if (action.many) requests.push({ source: action.many, schema: idsSchema(action.many) });
  const chosen = findChosenMove(action);
  if (chosen) requests.push({ source: choosingSource(chosen), schema: choosingSchema(chosen) });
  if (action.each && action.each !== true)
    for (const [name, source] of Object.entries(action.each))
      requests.push({ source, schema: { ...MANY, items: schemaOf(name) } });
  for (const [name, schema] of Object.entries(SINGLE) as [keyof typeof SINGLE, PureSchema][]) {
    const source = action[name];
    if (isRequested(source)) requests.push({ source, schema });
  }
  for (const named of [action.dictionary, action.statistic])
    if (isRequested(named))
      requests.push({ source: named, schema: { type: 'string', minLength: 1, maxLength: 64 } });
  return removeRepeated(requests);
}

const ONE_RECORD = [
  'get',
  'delete',
  'set',
  'transition',
  'children',
  'putChildren',
  'submit',
  'handover',
  'share',
  'toggle',
  'document',
  'history',
  'markPeople',
];
const ONE_REQUEST = ['withdraw', 'decide', 'delegate'];

const needsId = ({ do: what, by, many, where, save }: CallAction): boolean =>
  [...ONE_RECORD, ...ONE_REQUEST].includes(what) && !by && !many && !where && !save;

/** Returns the parameters of a list. `columns` is left out if the description sets the fields of the answer. */
const listParameters = ({ fields }: CallAction): Parameter[] =>
  LIST_PARAMETERS.filter(({ name }) => name !== 'columns' || !fields);

export function parametersOf(
  action: CallAction,
  path: string,
  requests: readonly RequestInput[],
): Parameter[] {
  const id = { name: 'id', in: path.includes('{id}') ? 'path' : 'query', required: true, schema: ID };
  const parameters = requests.flatMap(({ source, schema }): Parameter[] => {
    if (source.path !== undefined) return [{ name: source.path, in: 'path', required: true, schema }];
    if (source.query === undefined) return [];
    return [{ name: source.query, in: 'query', required: source.optional !== true, schema }];
  });
  if (action.do === 'document')
    parameters.push(PAPER_LANGUAGE, ...(action.many?.optional ? PICKING_PARAMETERS : []));
  if (needsId(action)) return [...parameters, id];
  if (action.do === 'update' && !action.by && path.includes('{id}')) return [...parameters, id];
  if (action.do === 'import')
    return [{ name: 'dryRun', in: 'query', schema: { type: 'boolean' }, description: 'Only check the file' }];
  if (action.do === 'export') return [...parameters, ...SELECTION_PARAMETERS];
  if (action.do !== 'list' || action.from === 'body') return parameters;
  // A list that is returned whole has no pages.
  return [...parameters, ...((action.as ?? 'page') === 'page' ? listParameters(action) : [])];
}

/** Returns the properties that an action reads from the body. */
function describeBody(requests: readonly RequestInput[]): {
  properties: Record<string, PureSchema>;
  required: string[];
} {
  const inBody = requests.filter(({ source }) => source.body !== undefined);
  return {
    properties: Object.fromEntries(inBody.map(({ source, schema }) => [source.body!, schema])),
    required: inBody.filter(({ source }) => !source.optional).map(({ source }) => source.body!),
  };
}

/** Returns the body that creates a record. For fields that the action fills in, it contains their sources instead. */
function createBody(
  { shapes, entity }: Described,
  { values, each }: CallAction,
  from: DescribedBody,
): PureSchema {
  const fixed = new Set(Object.keys({ ...values, ...(each === true ? {} : each) }));
  const { properties, required, ...rest } = shapes.write as PureSchema & { required: string[] };
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(Object.entries(properties as object).filter(([name]) => !fixed.has(name))),
      ...from.properties,
    },
    required: [...required.filter((name) => !fixed.has(name)), ...from.required],
    'x-entity': entity.name,
  };
}

type DescribedBody = ReturnType<typeof describeBody>;

/** Returns the body that creates a record, or changes one by id and version. It includes the action's other values. */
function saveBody({ shapes, entity }: Described, besides: DescribedBody): PureSchema {
  const { id, version } = shapes.update.properties as Record<string, PureSchema>;
  return {
    ...shapes.write,
    properties: { id, version, ...(shapes.write.properties as object), ...besides.properties },
    required: [...(shapes.write.required as string[]), ...besides.required],
    dependentRequired: { id: ['version'] },
    'x-entity': entity.name,
  };
}

/** Returns the body that changes a record which the action finds by other fields, so it has no id. */
function updateBody({ shapes, entity }: Described, besides: DescribedBody): PureSchema {
  const { properties, required, ...rest } = shapes.update as PureSchema & { required: string[] };
  return {
    ...rest,
    properties: { ...(properties as object), ...besides.properties },
    required: [...required.filter((name) => name !== 'id'), ...besides.required],
    'x-entity': entity.name,
  };
}

/** Returns the form of a transition as the body of its call. */
function formBody(described: Described, action: CallAction, besides: DescribedBody): PureSchema {
  const { properties = {}, required = [] } = formSchema(described, action);
  return {
    type: 'object',
    properties: { ...besides.properties, ...(properties as object) },
    required: [...besides.required, ...(required as string[])],
  };
}

/** Returns the body with the lines that replace those of a record. */
function linesBody({ shapes }: Described, { lines = '' }: CallAction, besides: DescribedBody): PureSchema {
  const write = (shapes.write.properties as Record<string, PureSchema>)[lines] ?? {};
  return {
    type: 'object',
    properties: { ...besides.properties, [lines]: { ...write, type: 'array' } },
    required: [...besides.required, lines],
  };
}

const plainBody = ({ properties, required }: DescribedBody): PureSchema | null =>
  Object.keys(properties).length === 0 ? null : { type: 'object', properties, required };

/** Returns the body that selects records by their ids, or by a filter with the number of records that it matches. */
function selectionBody({ properties, required }: DescribedBody): PureSchema {
  const chosen = PICKING_PARAMETERS.map(({ name, schema }) => [name, schema] as const);
  const expected = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  return { type: 'object', properties: { ...Object.fromEntries(chosen), expected, ...properties }, required };
}

function bodySchema(
  action: CallAction,
  described: Described,
  requests: readonly RequestInput[],
): PureSchema | null {
  const type = typeName(described.entity.name);
  const besides = describeBody(requests);
  const { properties, required } = besides;
  if (action.do === 'handover' && action.from === 'body') return selectionBody(besides);
  if (action.save) return saveBody(described, besides);
  if (action.do === 'transition' && action.from === 'body') return formBody(described, action, besides);
  switch (action.do) {
    case 'putChildren':
      return linesBody(described, action, besides);
    case 'create':
      return action.values || action.each || action.same?.body
        ? createBody(described, action, besides)
        : { $ref: `#/components/schemas/${type}Write` };
    case 'update':
      return action.by ? updateBody(described, besides) : { $ref: `#/components/schemas/${type}Update` };
    case 'save':
      return saveBody(described, besides);
    default: {
      const list =
        action.do === 'list' && action.from === 'body' ? [...listParameters(action), ...PAGE_PARAMETERS] : [];
      const place = Object.fromEntries(list.map(({ name, schema }) => [name, schema]));
      return plainBody({ properties: { ...place, ...properties }, required });
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

/** Returns the body of an action. Undefined if it has none. */
export function requestBodyOf(
  action: CallAction,
  described: Described | undefined,
  requests: readonly RequestInput[],
): OperationSource['requestBody'] | undefined {
  if (action.do === 'import') return FILE;
  const schema = described ? bodySchema(action, described, requests) : plainBody(describeBody(requests));
  if (!schema) return undefined;
  const mayBeEmpty = schema.type === 'object' && (schema.required as string[]).length === 0;
  return { required: !mayBeEmpty, content: { 'application/json': { schema } } };
}
