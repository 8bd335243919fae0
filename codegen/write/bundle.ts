import { join, relative, sep } from 'node:path';
import { load } from 'js-yaml';
import type { Validation } from '../../runtime/core/rules/validation.ts';
import { listLangs } from '../../runtime/core/text/lang.ts';
import { actionComponents } from '../callAction/answer.ts';
import type { Described, DescribedEntities } from '../callAction/asked.ts';
import { actionProblems, unreadProblems } from '../callAction/check.ts';
import { describeAction, describeLine } from '../callAction/describe.ts';
import { statisticComponents } from '../callAction/statistics.ts';
import {
  operationKeywordProblems,
  samePathProblems,
  schemaKeywordProblems,
} from '../check/checkDescription.ts';
import { closeNodes } from '../check/closedNodes.ts';
import {
  ACTIONS,
  type Action,
  type Call,
  type Definitions,
  type Entity,
  isOwnList,
  isPlain,
  type Page,
  type Source,
  typeName,
} from '../definition/definition.ts';
import { entitySchemas } from '../definition/entitySchemas.ts';
import { filesBelow } from '../load.ts';
import { choice, escaped, type Problem, problemOf } from '../problem.ts';
import { createRead } from '../readCached.ts';
import { documentedProblems, readDocumented } from './documented.ts';
import { ANSWERS, FAILURE, finishOperation, withParameters } from './operation.ts';
import type { OperationSource, Parameter } from './operationSource.ts';
import { PREFACE, SECURITY_SCHEMES } from './preface.ts';
import type { Dictionaries, PureSchema } from './pure.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, OperationSource>>;
  components: { schemas: Record<string, PureSchema>; securitySchemes: Record<string, unknown> };
}

/** Describes the languages, so that a new one needs no change of the calls. */
const describeLanguage = (): PureSchema => ({
  type: 'string',
  enum: [...listLangs()],
  description: 'A language of the product. The language of the caller by default.',
});

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** The part of the description that is written so far. */
interface Bundle {
  api: OpenApi;
  problems: Problem[];
  definitions: Definitions;
  described: DescribedEntities;
  /** Checks the action of a call by its meta schema. */
  validateCall: Validation;
  /** The file that has an operation of this name, or at this place. */
  operationFiles: Map<string, string>;
  placeFiles: Map<string, string>;
  /** The generic operations to which a description gives an address, as `entity/action`. */
  served: Set<string>;
}

/** The place of an operation in the description. */
interface Place {
  file: string;
  pointer: string;
  path: string;
  method: string;
  /** The name of the action in its file. */
  word?: string;
}

function addOperation(
  bundle: Bundle,
  { file, pointer, path, method, word }: Place,
  operation: OperationSource,
): void {
  const { api, problems, operationFiles, placeFiles } = bundle;
  const id = operation.operationId;
  if (!id) problems.push(problemOf(file, pointer, 'lacksOperationId'));
  else if (operationFiles.has(id))
    problems.push(
      problemOf(file, `${pointer}/${word ? 'name' : 'operationId'}`, 'taken', {
        name: id,
        by: operationFiles.get(id),
      }),
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

/** Adds an operation that the engine serves, with the additions of its description. */
function addAction(bundle: Bundle, place: Place, written: OperationSource, domain: string): void {
  const { problems, definitions, described, served, validateCall } = bundle;
  const action = written['x-action']!;
  const wrong = actionProblems(place, action, definitions, validateCall);
  problems.push(...wrong);
  if (wrong.length > 0) return;
  const entity = described.get(action.entity);
  const id = written.operationId;
  const generic = describeLine(action, definitions, described, place.path, id);
  if (!generic) return;
  if (isPlain(action) || (entity && isOwnList(action, entity.entity, place)))
    served.add(`${action.entity}/${action.do}`);
  if (entity && id) Object.assign(bundle.api.components.schemas, actionComponents(id, action, entity));
  problems.push(...unreadProblems(place, generic, written));
  const { 'x-session': session, ...open } = generic;
  // A permission in the description narrows a call that is open to all signed-in users.
  const whole = written['x-permission'] ? open : { ...open, ...(session ? { 'x-session': session } : {}) };
  addOperation(
    bundle,
    place,
    finishOperation({
      ...whole,
      ...written,
      ...(whole.parameters ? { parameters: explainParameters(whole.parameters, written.parameters) } : {}),
      tags: written.tags ?? [domain],
    }),
  );
}

/** Adds descriptions to the parameters. The action sets their names. */
const explainParameters = (parameters: Parameter[], written: Parameter[] = []): Parameter[] =>
  parameters.map((parameter) => {
    const description =
      written.find(({ name }) => name === parameter.name)?.description ?? parameter.description;
    return description === undefined ? parameter : { ...parameter, description };
  });

/** Adds an operation that is described as a whole. */
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
  for (const [method, operation] of Object.entries(item)) {
    const written = shared
      ? { ...operation, parameters: withParameters(operation.parameters, shared) }
      : operation;
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

/** Adds a call that has a file of its own. */
function addCall(bundle: Bundle, { file, value }: Source<Call>): void {
  const { name, title, call, method, path, action } = value;
  const written: OperationSource = {
    operationId: name,
    summary: title.en,
    'x-action': action,
    ...(call ? { 'x-call': call } : {}),
  };
  addAction(bundle, { file, pointer: '', path, method, word: 'action' }, written, action.entity ?? 'calls');
}

/** Returns the parts of calls with files of their own in the description, and what is wrong with these calls. */
export function callDescription(
  definitions: Definitions,
  { dictionaries, validateCall }: { dictionaries: Dictionaries; validateCall: Validation },
): { schemas: Record<string, PureSchema>; paths: OpenApi['paths']; problems: Problem[] } {
  const api: OpenApi = { ...PREFACE, paths: {}, components: { schemas: {}, securitySchemes: {} } };
  const bundle: Bundle = {
    ...{ api, problems: [], definitions, validateCall },
    ...{ operationFiles: new Map(), placeFiles: new Map(), served: new Set() },
    described: describeEntities(definitions, dictionaries),
  };
  for (const source of definitions.calls) addCall(bundle, source);
  const { schemas } = api.components;
  return { ...closeNodes({ schemas, paths: api.paths }).finished, problems: bundle.problems };
}

/** Describes an entity when it is asked for, because few calls name few entities. */
function describeEntities({ entities }: Definitions, dictionaries: Dictionaries): DescribedEntities {
  const byName = new Map<string, Described>();
  return {
    get(name) {
      const entity = entities.find(({ value }) => value.name === name)?.value;
      const found = byName.get(name) ?? (entity && describe(entity, dictionaries));
      if (found) byName.set(name, found);
      return found;
    },
  };
}

/**
 * Returns the whole API description: every YAML file, the generic operations of the entities, and the shapes of their
 * records.
 */
export function bundleOpenApi(
  root: string,
  definitions: Definitions,
  { dictionaries, validateCall }: { dictionaries: Dictionaries; validateCall: Validation },
): { api: OpenApi; problems: Problem[] } {
  const described = new Map(
    definitions.entities.map(({ value }) => [value.name, describe(value, dictionaries)]),
  );
  const bundle: Bundle = {
    api: {
      ...PREFACE,
      paths: {},
      components: { schemas: { Language: describeLanguage() }, securitySchemes: SECURITY_SCHEMES },
    },
    problems: [],
    definitions,
    described,
    validateCall,
    operationFiles: new Map(),
    placeFiles: new Map(),
    served: new Set(),
  };
  const { api, problems, served } = bundle;
  for (const entity of described.values()) Object.assign(api.components.schemas, entityComponents(entity));
  Object.assign(api.components.schemas, statisticComponents(definitions, described));
  for (const yaml of filesBelow(join(root, 'openapi'), '.yaml')) {
    const file = relative(root, yaml).split(sep).join('/');
    const domain = file.replace(/^openapi\//, '').replace(/\.yaml$/, '');
    const source = readYaml(yaml, file, problems);
    addSchemas(bundle, file, source.components?.schemas ?? {});
    for (const [path, item] of Object.entries(source.paths ?? {}))
      addPath(bundle, { file, domain, path }, item);
  }
  for (const source of definitions.calls) addCall(bundle, source);
  for (const { file, value: entity } of definitions.entities) {
    for (const { path, method, operation } of genericOperations(described.get(entity.name)!, served))
      addOperation(bundle, { file, pointer: '/api/base', path, method }, operation);
  }
  api.components.schemas.Failure = FAILURE;
  problems.push(...unservedProblems(definitions, served));
  problems.push(...samePathProblems(Object.keys(api.paths)));
  problems.push(...documentedProblems(api, readDocumented(root)));
  const { finished, refs } = closeNodes(api);
  problems.push(...refProblems(refs, finished.components.schemas));
  return { api: finished, problems };
}

const describe = (entity: Entity, dictionaries: Dictionaries): Described => ({
  entity,
  shapes: entitySchemas(entity, dictionaries),
  dictionaries,
});

/** Returns the shapes of an entity's records in calls, by their names in the description. */
function entityComponents({ entity, shapes }: Described): Record<string, PureSchema> {
  const { record, write, update } = shapes;
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

/** Returns the generic operations without an address in a description (`served` contains `entity/action`). */
function genericOperations(described: Described, served: ReadonlySet<string>): PlacedOperation[] {
  const { entity } = described;
  return (entity.api.do ?? ACTIONS)
    .filter((action) => !served.has(`${entity.name}/${action}`))
    .map((action) => {
      const { path, method } = genericPlace(entity, action);
      const line = { entity: entity.name, do: action };
      const operation = { ...describeAction(line, described, path), tags: [entity.name] };
      return { path, method, operation: finishOperation(operation) };
    });
}

/** Returns the parts of one entity in the description: the shapes of its records, and the calls that no file places. */
export function entityDescription(
  entity: Entity,
  dictionaries: Dictionaries,
  served: ReadonlySet<string>,
): { schemas: Record<string, PureSchema>; paths: OpenApi['paths'] } {
  const paths: OpenApi['paths'] = {};
  const described = describe(entity, dictionaries);
  for (const { path, method, operation } of genericOperations(described, served))
    paths[path] = { ...paths[path], [method]: operation };
  return closeNodes({ schemas: entityComponents(described), paths }).finished;
}

/** Returns the address of a generic operation that no description places. */
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

/** The actions that the screen of a page calls. Each record of a list has a page of its own. */
const NEEDED: Readonly<Record<string, readonly Action[]>> = {
  list: ['list', 'get'],
  detail: ['get'],
  record: ['get'],
};

/** Returns whether a block of a page calls this action of the entity. */
const hasBlock = ({ layout }: Page, name: string, action: Action): boolean =>
  (layout?.rows.flat() ?? []).some(
    (block) => 'entity' in block && block.entity === name && BLOCK_NEEDS[block.as] === action,
  );

const BLOCK_NEEDS = { list: 'list', form: 'create' } as const;

/** Finds pages of records whose call is neither in `do` nor described. Such pages would be empty. */
function unservedProblems({ entities, pages }: Definitions, served: ReadonlySet<string>): Problem[] {
  return entities.flatMap(({ file, value: { name, api } }) =>
    (['list', 'get', 'create'] as const).flatMap((action) => {
      if (!api.do || api.do.includes(action) || served.has(`${name}/${action}`)) return [];
      const page = pages.find(
        ({ value }) =>
          (value.entity === name && NEEDED[value.kind]?.includes(action)) || hasBlock(value, name, action),
      );
      return page ? [problemOf(file, '/api/do', 'screenLacks', { action, page: page.value.name })] : [];
    }),
  );
}

interface YamlSource {
  paths?: Record<string, { parameters?: OperationSource['parameters'] } & Record<string, OperationSource>>;
  components?: { schemas?: Record<string, PureSchema> };
}

const readSource = createRead((text): YamlSource => (load(text) ?? {}) as YamlSource);

function readYaml(path: string, file: string, problems: Problem[]): YamlSource {
  try {
    return readSource(path);
  } catch (error) {
    problems.push(problemOf(file, '', 'noYaml', { reason: (error as Error).message.split('\n')[0] }));
    return {};
  }
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
