import { rightsOfLayout } from '../../runtime/core/definitions/layout.ts';
import {
  type CallAction,
  type Definitions,
  type Entity,
  isOwnList,
  isPlain,
  typeName,
} from '../definition/definition.ts';
import { listMoves } from '../definition/flowDefinition.ts';
import type { OpenApi } from './bundle.ts';
import { type Dictionaries, formSchema, pureSchema } from './pure.ts';
import { drawnWidgetsFile, widgetFormsFile } from './widgets.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 1);

/** Returns the part of a page that the frame needs. Report and blocks are read where they are drawn. */
export const pageEntry = ({
  $schema: _,
  report: __,
  layout: ___,
  ...page
}: Definitions['pages'][number]['value'] & { $schema?: string }) => page;

export const reportEntries = ({ pages }: Definitions): Record<string, unknown> =>
  Object.fromEntries(pages.flatMap(({ value: { name, report } }) => (report ? [[name, report]] : [])));

export const layoutEntries = ({ pages }: Definitions): Record<string, unknown> =>
  Object.fromEntries(pages.flatMap(({ value: { name, layout } }) => (layout ? [[name, layout]] : [])));

/**
 * Returns the rights of each page of blocks. A user needs any one of them. The frame reads the rights before the
 * blocks are loaded.
 */
export const layoutRights = ({ pages, statistics }: Definitions): Record<string, string[]> => {
  const ofStatistic = (name: string) => statistics.find(({ value }) => value.name === name)?.value.of;
  return Object.fromEntries(
    pages.flatMap(({ value: { name, layout } }) =>
      layout ? [[name, rightsOfLayout(layout, ofStatistic)]] : [],
    ),
  );
};

/** Returns the rights on all entities by the key of the role. */
function rightsFile({ entities }: Definitions): string {
  const assigned = entities.flatMap(({ value }) =>
    Object.entries(value.rights ?? {}).flatMap(([role, rights]) =>
      rights.map((right) => ({ role, permission: `${value.name}:${right}` })),
    ),
  );
  const byRole = Object.groupBy(assigned, ({ role }) => role);
  const entries = Object.entries(byRole).map(([role, all = []]) => [
    role,
    all.map(({ permission }) => permission),
  ]);
  return `export const rights: Readonly<Record<string, readonly string[]>> = ${json(Object.fromEntries(entries))};\n`;
}

/** Returns the common fields as they are written. The studio completes the fields that refer to them. */
const commonFieldsFile = ({ fields }: Definitions): string => {
  const entries = fields.map(({ value: { name, field } }) => [name, field]);
  return `export const commonFields: ReadonlyMap<string, object> = new Map(Object.entries(${json(Object.fromEntries(entries))}));\n`;
};

/** Returns every definition by name, as TypeScript modules that browser and server import. */
export function registryFiles(definitions: Definitions, dictionaries: Dictionaries): Record<string, string> {
  const record = (type: string, name: string, entries: [string, unknown][], extra = ''): string =>
    [
      `import type { ${type} } from './definition.ts';`,
      '',
      `export const ${name} = ${json(Object.fromEntries(entries))} as unknown as Record<${entryNames(entries)}, ${type}${extra}>;`,
      `export type ${typeName(name)}Name = keyof typeof ${name};`,
      '',
    ].join('\n');
  return {
    'entities.ts': record(
      'EntityDefinition',
      'entities',
      definitions.entities.map(({ value }) => [value.name, entityEntry(value, dictionaries)]),
      ' & { pure: Record<string, unknown>; forms: Record<string, Record<string, unknown>> }',
    ),
    'widgets.ts': record(
      'WidgetDefinition',
      'widgets',
      definitions.widgets.map(({ value: { words, ...value } }) => [value.type, value]),
    ),
    'drawnWidgets.ts': drawnWidgetsFile(definitions),
    'widgetForms.ts': widgetFormsFile(definitions, dictionaries),
    'widgetWords.ts': record(
      'WidgetDefinition',
      'widgetWords',
      definitions.widgets.map(({ value }) => [value.type, value.words]),
      "['words'] & {}",
    ),
    'dictionaries.ts': record(
      'DictionaryDefinition',
      'dictionaries',
      definitions.dictionaries.map(({ value }) => [value.name, value]),
    ),
    'dashboards.ts': record(
      'DashboardPreset',
      'dashboards',
      definitions.dashboards.map(({ value }) => [value.name, value]),
    ),
    'statistics.ts': record(
      'StatisticDefinition',
      'statistics',
      definitions.statistics.map(({ value }) => [value.name, value]),
    ),
    'documents.ts': record(
      'DocumentDefinition',
      'documents',
      definitions.documents.map(({ value }) => [value.name, value]),
    ),
    'rights.ts': rightsFile(definitions),
    'commonFields.ts': commonFieldsFile(definitions),
    'reports.ts': [
      "import type { PageDefinition } from './definition.ts';",
      '',
      `export const reports: Readonly<Record<string, PageDefinition['report']>> = ${json(reportEntries(definitions))};`,
      '',
    ].join('\n'),
    'layouts.ts': [
      "import type { PageLayout } from './definition.ts';",
      '',
      `export const layouts: Readonly<Record<string, PageLayout>> = ${json(layoutEntries(definitions))};`,
      '',
    ].join('\n'),
    // The login page needs these without loading the other pages.
    'firstPages.ts': [
      "import type { PageDefinition } from './definition.ts';",
      '',
      `export const firstPages = ${json(definitions.pages.filter(({ value }) => value.flags?.open).map(({ value }) => pageEntry(value)))} as PageDefinition[];`,
      '',
    ].join('\n'),
    'pages.ts': [
      "import type { PageDefinition } from './definition.ts';",
      '',
      `export const pages = ${json(definitions.pages.map(({ value }) => pageEntry(value)))} as PageDefinition[];`,
      `export const layoutRights: Readonly<Record<string, readonly string[]>> = ${json(layoutRights(definitions))};`,
      `export type PageName = ${entryNames(definitions.pages.map(({ value }) => [value.name, value]))};`,
      '',
    ].join('\n'),
  };
}

/** Returns the record types of the entities, taken from the description. */
export function recordTypes(definitions: Definitions): string {
  const lines = definitions.entities.flatMap(({ value }) => {
    const type = typeName(value.name);
    return ['', 'Write', 'Update'].map(
      (suffix) => `export type ${type}${suffix} = components['schemas']['${type}${suffix}'];`,
    );
  });
  return ["import type { components } from './api.ts';", ...lines, ''].join('\n');
}

const entryNames = (entries: [string, unknown][]): string =>
  entries.map(([name]) => JSON.stringify(name)).join(' | ') || 'never';

/** Returns an entity with its pure schema and those of the forms of its transitions. */
export function entityEntry({ rights: _, ...entity }: Entity, dictionaries: Dictionaries) {
  const forms = listMoves(entity).flatMap(({ name, form }) =>
    form ? [[name, pureSchema(form, dictionaries)] as const] : [],
  );
  return {
    ...entity,
    pure: formSchema(`entity_${entity.name}`, pureSchema(entity.schema, dictionaries)),
    forms: Object.fromEntries(forms),
  };
}

export interface OperationRow {
  id: string;
  method: string;
  path: string;
  tag: string;
  access: 'public' | 'session' | 'permission';
  permission: string | null;
  action?: CallAction;
  /** Only for a signed-in user, not for a program with an API key. */
  interactive: boolean;
  /** Widgets may request it in the round of their board. */
  board: boolean;
  multipart: boolean;
  answer: 'data' | 'page' | 'plain' | 'binary' | 'raw';
}

/** Returns a row for each operation, for the client and for the server's routes. */
export function operationRows(api: Pick<OpenApi, 'paths'>): OperationRow[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method,
      path,
      tag: operation.tags?.[0] ?? '',
      access: operation['x-public']
        ? ('public' as const)
        : operation['x-session']
          ? ('session' as const)
          : ('permission' as const),
      permission: operation['x-permission'] ?? null,
      ...(operation['x-action'] ? { action: operation['x-action'] } : {}),
      interactive: operation['x-interactive'] === true,
      board: operation['x-board'] === true,
      multipart: Boolean(operation.requestBody?.content['multipart/form-data']),
      answer: operation['x-raw']
        ? ('raw' as const)
        : operation['x-plain']
          ? ('plain' as const)
          : operation['x-binary']
            ? ('binary' as const)
            : operation['x-page']
              ? ('page' as const)
              : ('data' as const),
    })),
  );
}

/** Returns the parts of an operation that a browser needs. Only the server uses the others. */
const callOf = ({ id, method, path, access, permission, answer }: OperationRow) =>
  [id, { method, path, access, permission, answer }] as const;

/** Returns the operations that serve the actions of each entity. */
function actionsByEntity(
  rows: OperationRow[],
  entities: Definitions['entities'],
): Record<string, Record<string, string>> {
  const byName = new Map(entities.map(({ value }) => [value.name, value]));
  const byEntity: Record<string, Record<string, string>> = {};
  for (const { id, action, path, method } of rows) {
    const entity = byName.get(action?.entity ?? '');
    if (action && (isPlain(action) || (entity && isOwnList(action, entity, { path, method }))))
      byEntity[action.entity] = { [action.do]: id, ...byEntity[action.entity] };
  }
  return byEntity;
}

const textsIn = (part: unknown): string[] => {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
};

/**
 * Returns a file for each entity with everything that its pages need. It contains the definition, the dictionaries
 * that it names, its documents, and the statistics of its list. It also contains the calls of its actions, and other
 * calls that it names.
 */
export function entityFiles(
  rows: OperationRow[],
  definitions: Pick<Definitions, 'entities' | 'dictionaries' | 'statistics' | 'documents'>,
  dictionaries: Dictionaries,
): Record<string, string> {
  const { entities } = definitions;
  const byEntity = actionsByEntity(rows, entities);
  const pick = (all: readonly { value: { name: string } }[], isIncluded: (name: string) => boolean) =>
    Object.fromEntries(
      all.filter(({ value }) => isIncluded(value.name)).map(({ value }) => [value.name, value]),
    );
  const places = new Map(rows.map(callOf));
  return Object.fromEntries(
    entities.map(({ value }) => {
      const actions = byEntity[value.name] ?? {};
      const texts = new Set(textsIn(value));
      const called = new Set([
        ...Object.values(actions),
        ...[...places.keys()].filter((id) => texts.has(id)),
      ]);
      const own = Object.fromEntries([...called].map((id) => [id, places.get(id)]));
      const listed = new Set(value.list.figures?.map(({ statistic }) => statistic));
      const file = {
        ...{ entity: entityEntry(value, dictionaries), places: own, actions },
        dictionaries: pick(definitions.dictionaries, (name) => texts.has(name)),
        statistics: pick(definitions.statistics, (name) => listed.has(name)),
        documents: pick(
          definitions.documents.filter((one) => one.value.of === value.name),
          () => true,
        ),
      };
      return [`entities/${value.name}.json`, JSON.stringify(file)];
    }),
  );
}

/**
 * Returns the calls that serve no action of an entity. The frame loads these calls. The file of each entity contains
 * the others.
 */
export function corePlacesFile(rows: OperationRow[], { entities }: Pick<Definitions, 'entities'>): string {
  const own = new Set(Object.values(actionsByEntity(rows, entities)).flatMap(Object.values));
  const core = rows.filter(({ id }) => !own.has(id));
  return [
    "import type { CallPlace } from './callPlaces.ts';",
    `export const callPlaces = ${json(Object.fromEntries(core.map(callOf)))} as Readonly<Record<string, CallPlace>>;`,
    'export const entityOperations = {};',
    '',
  ].join('\n');
}

/** Returns the calls as a browser requests them. */
export function callPlacesFile(rows: OperationRow[], { entities }: Pick<Definitions, 'entities'>): string {
  const byEntity = actionsByEntity(rows, entities);
  return [
    "import type { CallAction } from './definition.ts';",
    `export type OperationId = ${rows.map((row) => `'${row.id}'`).join(' | ') || 'never'};`,
    "export type EntityAction = 'list' | 'get' | 'create' | 'update' | 'delete';",
    'export interface CallPlace {',
    "  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';",
    '  path: string;',
    "  access: 'public' | 'session' | 'permission';",
    '  permission: string | null;',
    "  answer: 'data' | 'page' | 'plain' | 'binary' | 'raw';",
    '  /** Only calls of entities that were applied while running say these two. */',
    '  id?: OperationId;',
    '  action?: CallAction;',
    '}',
    `export const callPlaces = ${json(Object.fromEntries(rows.map(callOf)))} as Record<OperationId, CallPlace>;`,
    `export const entityOperations = ${json(byEntity)} as Record<string, Partial<Record<EntityAction, OperationId>>>;`,
    '',
  ].join('\n');
}

/** Returns the operations as the server serves them. */
export function operationsFile(rows: OperationRow[]): string {
  return [
    "import type { CallPlace, OperationId } from './callPlaces.ts';",
    "export type { EntityAction, OperationId } from './callPlaces.ts';",
    'export interface OperationInfo extends CallPlace {',
    '  id: OperationId;',
    '  tag: string;',
    '  interactive: boolean;',
    '  board: boolean;',
    '  multipart: boolean;',
    '}',
    `export const operations = ${json(Object.fromEntries(rows.map((row) => [row.id, row])))} as Record<OperationId, OperationInfo>;`,
    '',
  ].join('\n');
}

/** Returns the calls that run before the shell is loaded: the public ones, and the one for the signed-in user. */
export function firstOperationsFile(rows: OperationRow[]): string {
  const first = rows.filter(({ id, access }) => access === 'public' || id === 'getPrincipal');
  return [
    "import type { CallPlace } from './callPlaces.ts';",
    `export const firstOperations: Readonly<Record<string, CallPlace>> = ${json(Object.fromEntries(first.map(callOf)))} as Record<string, CallPlace>;`,
    '',
  ].join('\n');
}

/** Returns the handler type of every operation without a generic action. A missing handler is a type error. */
export function callsFile(rows: OperationRow[]): string {
  const custom = rows.filter((row) => !row.action);
  return `import type { operations } from './api.ts';
import type { OperationId } from './operations.ts';

type Op<Id extends OperationId> = operations[Id];
type Part<T, K extends string> = T extends { parameters: infer P } ? (K extends keyof P ? NonNullable<P[K]> : Record<string, never>) : Record<string, never>;
type JsonBody<T> = T extends { requestBody?: infer B } ? (NonNullable<B> extends { content: { 'application/json': infer J } } ? J : undefined) : undefined;
type JsonAnswer<T> = T extends { responses: { 200: { content: { 'application/json': { data: infer D } } } } } ? D : unknown;

/** A file of a multipart body, already written to a temporary place. */
export interface UploadedFile {
  field: string;
  name: string;
  type: string;
  size: number;
  path: string;
}

export interface Input<Id extends OperationId> {
  path: Part<Op<Id>, 'path'>;
  query: Part<Op<Id>, 'query'>;
  body: JsonBody<Op<Id>>;
  /** Files and text fields of a multipart body. */
  files: UploadedFile[];
  fields: Record<string, string>;
}
/** The \`data\` of the operation's answer. Plain, binary and raw answers are whatever the handler sends. */
export type Data<Id extends OperationId> = JsonAnswer<Op<Id>>;

export type CustomOperationId = ${custom.map((row) => `'${row.id}'`).join(' | ') || 'never'};
export type Calls<Context> = { [Id in CustomOperationId]: (input: Input<Id>, context: Context) => Promise<Data<Id>> };
`;
}
