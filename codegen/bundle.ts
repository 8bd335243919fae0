import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { genericOperation, type OperationSource, PAGE_PARAMETERS, unreadProblems } from './bundleGeneric.ts';
import { operationKeywordProblems, samePathProblems, schemaKeywordProblems } from './checkDescription.ts';
import { ACTIONS, type Action, type Definitions, type Entity, typeName } from './definition.ts';
import { entitySchemas } from './entitySchemas.ts';
import { filesBelow } from './load.ts';
import { PREFACE, SECURITY_SCHEMES } from './preface.ts';
import { choice, escaped, type Problem, problemOf } from './problem.ts';
import type { Dictionaries, PureSchema } from './pure.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, OperationSource>>;
  components: { schemas: Record<string, PureSchema>; securitySchemes: Record<string, unknown> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The description as far as it is put together. */
interface Bundle {
  api: OpenApi;
  problems: Problem[];
  entities: ReadonlyMap<string, Entity>;
  /** The file that has an operation of this name, or at this place. */
  operationFiles: Map<string, string>;
  placeFiles: Map<string, string>;
  /** The generic operations that a description places, as `entity/action`. */
  served: Set<string>;
}

/** The place at which an operation stands. */
interface Place {
  file: string;
  pointer: string;
  path: string;
  method: string;
}

function addOperation(
  bundle: Bundle,
  { file, pointer, path, method }: Place,
  operation: OperationSource,
): void {
  const { api, problems, operationFiles, placeFiles } = bundle;
  const id = operation.operationId;
  if (!id) problems.push(problemOf(file, pointer, 'lacksOperationId'));
  else if (operationFiles.has(id))
    problems.push(
      problemOf(file, `${pointer}/operationId`, 'taken', { name: id, by: operationFiles.get(id) }),
    );
  else operationFiles.set(id, file);
  const place = `${method.toUpperCase()} ${path}`;
  const by = placeFiles.get(place);
  if (by) problems.push(problemOf(file, pointer, 'placeTaken', { place, by }));
  else placeFiles.set(place, file);
  api.paths[path] = { ...api.paths[path], [method]: operation };
}

function addSchemas({ api, problems }: Bundle, file: string, schemas: Record<string, PureSchema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const pointer = `/components/schemas/${escaped(name)}`;
    if (api.components.schemas[name]) problems.push(problemOf(file, pointer, 'definedTwice'));
    problems.push(...schemaKeywordProblems({ file, pointer }, schema));
    api.components.schemas[name] = schema;
  }
}

/** An operation that the engine serves, with what its description adds. */
function addAction(bundle: Bundle, place: Place, written: OperationSource, domain: string): void {
  const { problems, entities, served } = bundle;
  const { file, pointer, path } = place;
  const action = written['x-action'];
  const entity = action && entities.get(action.entity);
  if (!entity || !ACTIONS.includes(action.do)) {
    const known = {
      entities: choice(action?.entity, [...entities.keys()]),
      actions: choice(action?.do, ACTIONS),
    };
    problems.push(problemOf(file, `${pointer}/x-action`, 'noAction', known));
    return;
  }
  served.add(`${action.entity}/${action.do}`);
  problems.push(...unreadProblems(file, pointer, { path, entity, action: action.do }, written));
  const generic = genericOperation(entity, action.do, path);
  addOperation(bundle, place, finishOperation({ ...generic, ...written, tags: written.tags ?? [domain] }));
}

/** An operation that is described as a whole. */
function addOwn(bundle: Bundle, place: Place, written: OperationSource, domain: string): void {
  const { problems } = bundle;
  const { file, pointer } = place;
  if (!ANSWERS.some((answer) => written[answer]))
    problems.push(problemOf(file, pointer, 'lacksAnswer', { known: choice(null, ANSWERS) }));
  if (!written['x-public'] && !written['x-session'] && !written['x-permission'])
    problems.push(problemOf(file, pointer, 'lacksCaller'));
  addOperation(bundle, place, finishOperation({ ...written, tags: written.tags ?? [domain] }));
}

function addPath(
  bundle: Bundle,
  { file, domain, path }: { file: string; domain: string; path: string },
  { parameters: shared, ...item }: NonNullable<YamlSource['paths']>[string],
): void {
  for (const [method, own] of Object.entries(item)) {
    const written = shared ? { ...own, parameters: withParameters(own.parameters, shared) } : own;
    const place = { file, pointer: `/paths/${escaped(path)}/${method}`, path, method };
    if (!METHODS.includes(method)) {
      bundle.problems.push(problemOf(file, place.pointer, 'noMethod', { known: choice(method, METHODS) }));
      continue;
    }
    bundle.problems.push(...operationKeywordProblems(place, written));
    if (written['x-action']) addAction(bundle, place, written, domain);
    else addOwn(bundle, place, written, domain);
  }
}

/** The one description: every YAML file, the generic operations of the entities, and the shapes of their records. */
export function bundleOpenApi(
  root: string,
  definitions: Definitions,
  dictionaries: Dictionaries,
): { api: OpenApi; problems: Problem[] } {
  const bundle: Bundle = {
    api: { ...PREFACE, paths: {}, components: { schemas: {}, securitySchemes: SECURITY_SCHEMES } },
    problems: [],
    entities: new Map(definitions.entities.map(({ value }) => [value.name, value])),
    operationFiles: new Map(),
    placeFiles: new Map(),
    served: new Set(),
  };
  const { api, problems, entities, served } = bundle;
  for (const entity of entities.values())
    Object.assign(api.components.schemas, entityComponents(entity, dictionaries));
  for (const yaml of filesBelow(join(root, 'openapi'), '.yaml')) {
    const file = relative(root, yaml).split(sep).join('/');
    const domain = file.replace(/^openapi\//, '').replace(/\.yaml$/, '');
    const source = readYaml(yaml, file, problems);
    addSchemas(bundle, file, source.components?.schemas ?? {});
    for (const [path, item] of Object.entries(source.paths ?? {}))
      addPath(bundle, { file, domain, path }, item);
  }
  for (const { file, value: entity } of definitions.entities) {
    for (const { path, method, operation } of genericOperations(entity, served))
      addOperation(bundle, { file, pointer: '/api/base', path, method }, operation);
  }
  api.components.schemas.Failure = FAILURE;
  problems.push(...samePathProblems(Object.keys(api.paths)));
  const { finished, refs } = finishNodes(api);
  problems.push(...refProblems(refs, finished.components.schemas));
  return { api: finished, problems };
}

/** The shapes of an entity's records on the wire, by the names that the description gives them. */
function entityComponents(entity: Entity, dictionaries: Dictionaries): Record<string, PureSchema> {
  const { record, write, update } = entitySchemas(entity, dictionaries);
  const name = typeName(entity.name);
  const mark = { 'x-entity': entity.name };
  return {
    [name]: record,
    [`${name}Write`]: { ...write, ...mark },
    [`${name}Update`]: { ...update, ...mark },
  };
}

interface PlacedOperation {
  path: string;
  method: string;
  operation: OperationSource;
}

/** The generic operations that no description places (`served` holds `entity/action`). */
function genericOperations(entity: Entity, served: ReadonlySet<string>): PlacedOperation[] {
  return (entity.api.do ?? ACTIONS)
    .filter((action) => !served.has(`${entity.name}/${action}`))
    .map((action) => {
      const { path, method } = genericPlace(entity, action);
      const operation = { ...genericOperation(entity, action, path), tags: [entity.name] };
      return { path, method, operation: finishOperation(operation) };
    });
}

/** Returns what one entity is in the description: the shapes of its records, and the calls that no file places. */
export function entityDescription(
  entity: Entity,
  dictionaries: Dictionaries,
  served: ReadonlySet<string>,
): { schemas: Record<string, PureSchema>; paths: OpenApi['paths'] } {
  const paths: OpenApi['paths'] = {};
  for (const { path, method, operation } of genericOperations(entity, served))
    paths[path] = { ...paths[path], [method]: operation };
  return finishNodes({ schemas: entityComponents(entity, dictionaries), paths }).finished;
}

/** Returns where a generic operation lives when no description places it. */
function genericPlace(entity: Entity, action: Action): { path: string; method: string } {
  const { base } = entity.api;
  switch (action) {
    case 'list':
      return { path: `${base}/page`, method: 'get' };
    case 'get':
      return { path: `${base}/{id}`, method: 'get' };
    case 'create':
      return { path: base, method: 'post' };
    case 'update':
      return { path: base, method: 'put' };
    case 'delete':
      return { path: `${base}/{id}`, method: 'delete' };
  }
}

interface YamlSource {
  paths?: Record<string, { parameters?: OperationSource['parameters'] } & Record<string, OperationSource>>;
  components?: { schemas?: Record<string, PureSchema> };
}

function readYaml(path: string, file: string, problems: Problem[]): YamlSource {
  try {
    return (parse(readFileSync(path, 'utf8')) ?? {}) as YamlSource;
  } catch (error) {
    problems.push(problemOf(file, '', 'noYaml', { reason: (error as Error).message.split('\n')[0] }));
    return {};
  }
}

/** Writes the answers with their envelope, and the paging parameters of a list. */
function finishOperation(operation: OperationSource): OperationSource {
  const parameters = operation['x-page']
    ? withParameters(operation.parameters, PAGE_PARAMETERS)
    : operation.parameters;
  return {
    ...operation,
    ...(parameters ? { parameters } : {}),
    security: operation.security ?? (operation['x-public'] ? [] : [{ bearer: [] }]),
    responses: { '200': { description: 'Success', ...answerContent(operation) }, default: ERROR_ANSWER },
  };
}

function withParameters(
  own: OperationSource['parameters'],
  added: OperationSource['parameters'],
): OperationSource['parameters'] {
  const names = new Set((own ?? []).map((parameter) => parameter.name));
  return [...(own ?? []), ...(added ?? []).filter((parameter) => !names.has(parameter.name))];
}

/** These keywords of an operation say what it answers. */
const ANSWERS = ['x-data', 'x-page', 'x-plain', 'x-binary', 'x-raw'] as const;

const ERROR_ANSWER = {
  description: 'Refused or failed; code is not 0',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

function answerContent(operation: OperationSource): object {
  if (operation['x-raw']) return {};
  if (operation['x-plain']) return { content: { 'application/json': { schema: operation['x-plain'] } } };
  if (operation['x-binary'])
    return { content: { [operation['x-binary']]: { schema: { type: 'string', format: 'binary' } } } };
  const data = operation['x-page'] ? pageOf(operation['x-page']) : (operation['x-data'] ?? {});
  return { content: { 'application/json': { schema: envelope(data) } } };
}

const pageOf = (record: PureSchema): PureSchema => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: record },
    total: { type: 'integer' },
    current: { type: 'integer' },
    size: { type: 'integer' },
    next: { type: ['string', 'null'], description: 'The cursor of the next page of an endless list' },
  },
  required: ['records', 'total', 'current', 'size'],
});

const envelope = (data: PureSchema): PureSchema => ({
  type: 'object',
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
  required: ['code', 'msg', 'data'],
});

const FAILURE: PureSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: {},
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'JSON pointer into the body' },
          msg: { type: 'string' },
        },
        required: ['field', 'msg'],
      },
    },
  },
  required: ['code', 'msg'],
};

/**
 * The description with the names of its entities (`entity:customer#write` → `#/components/schemas/CustomerWrite`) and
 * closed objects: unknown fields are refused, so an object schema that names its properties is closed unless it says
 * otherwise. What many calls share is walked through once. Answers also what is referred to.
 */
function finishNodes<T extends object>(api: T): { finished: T; refs: Set<string> } {
  const refs = new Set<string>();
  const done = new Map<object, unknown>();
  const finish = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const before = done.get(value);
    if (before) return before;
    const after = Array.isArray(value) ? value.map(finish) : finishNode(value as Record<string, unknown>);
    done.set(value, after);
    return after;
  };
  const finishNode = (node: Record<string, unknown>): Record<string, unknown> => {
    if (typeof node.$ref === 'string') {
      const Ref = componentRef(node.$ref);
      refs.add(Ref);
      if (Ref !== node.$ref) return { $ref: Ref };
    }
    const finished: Record<string, unknown> = {};
    for (const [key, child] of Object.entries(node)) finished[key] = finish(child);
    if (node.type === 'object' && node.properties && !('additionalProperties' in node))
      finished.additionalProperties = false;
    return finished;
  };
  return { finished: finish(api) as T, refs };
}

function componentRef(ref: string): string {
  const [, name, shape] = /^entity:([A-Za-z0-9]+)(?:#(write|update))?$/.exec(ref) ?? [];
  return name ? `#/components/schemas/${typeName(name)}${shape ? typeName(shape) : ''}` : ref;
}

function refProblems(refs: ReadonlySet<string>, schemas: Record<string, PureSchema>): Problem[] {
  return [...refs].flatMap((ref) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1];
    if (name && schemas[name]) return [];
    return name
      ? problemOf('openapi', `/components/schemas/${name}`, 'refUndefined')
      : problemOf('openapi', '', 'noRef', { ref });
  });
}
