import { type Action, type Entity, typeName } from './definition.ts';
import { choice, type Problem, problemOf } from './problem.ts';
import type { PureSchema } from './pure.ts';

/** An operation as written in `openapi/*.yaml`, before and after completion. */
export interface OperationSource {
  operationId: string;
  tags?: string[];
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: PureSchema; description?: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: PureSchema }> };
  responses?: unknown;
  security?: unknown;
  'x-call'?: string | string[];
  'x-action'?: { entity: string; do: Action };
  'x-permission'?: string;
  'x-public'?: boolean;
  'x-interactive'?: boolean;
  'x-board'?: boolean;
  'x-session'?: boolean;
  'x-data'?: PureSchema;
  'x-page'?: PureSchema;
  'x-plain'?: PureSchema;
  'x-binary'?: string;
  'x-raw'?: boolean;
}

const OPERATION_SUFFIX: Record<Action, string> = {
  list: 'Page',
  get: 'Get',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};
const SUMMARY: Record<Action, string> = {
  list: 'Lists records',
  get: 'Answers one record',
  create: 'Creates a record',
  update: 'Changes a record; a stale version answers 409 with the current one',
  delete: 'Deletes a record',
};
const LIST_PARAMETERS = [
  {
    name: 'search',
    in: 'query',
    schema: { type: 'string', maxLength: 200 },
    description: 'Text to be found in the searched fields',
  },
  {
    name: 'filter',
    in: 'query',
    schema: { type: 'string', maxLength: 8000 },
    description:
      'JSON: {"and": […]} or {"or": […]} of {"field", "op", "value"} and such groups, three deep. op: eq, ne, gt, gte, lt, lte, in, notIn, contains, startsWith, between, empty (true or false), within (today, yesterday, past7Days, past14Days, past30Days, past90Days, past182Days, past365Days, thisMonth, thisQuarter, thisYear, lastMonth; in the zone of the header x-time-zone), me, participation (without a field), site (without a field; the number of a station: its records and those of all stations)',
  },
  {
    name: 'sort',
    in: 'query',
    schema: { type: 'string', maxLength: 500 },
    description: 'Fields by comma; a leading - sorts descending',
  },
  {
    name: 'columns',
    in: 'query',
    schema: { type: 'string', maxLength: 2000 },
    description: 'Fields by comma: the answer holds these, id and version; all by default',
  },
  {
    name: 'cursor',
    in: 'query',
    schema: { type: 'string', maxLength: 4000 },
    description: 'For endless lists: empty at the start, then the next of the answer before',
  },
];
/** The place in a list; the second pair is what other programs call it. */
export const PAGE_PARAMETERS = [
  { name: 'current', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
  { name: 'pageNum', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
];
const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** The operation that a generic action serves, complete but for its place. An id is taken from the path where it stands there, else from the query. */
export function genericOperation(entity: Entity, action: Action, path: string): OperationSource {
  const type = typeName(entity.name);
  const record = { $ref: `#/components/schemas/${type}` };
  const operation: OperationSource = {
    operationId: `${entity.name}${OPERATION_SUFFIX[action]}`,
    summary: `${SUMMARY[action]} (${entity.title.en})`,
    'x-action': { entity: entity.name, do: action },
    'x-permission': `${entity.name}:${action}`,
  };
  const id = { name: 'id', in: path.includes('{id}') ? 'path' : 'query', required: true, schema: ID };
  switch (action) {
    case 'list':
      return { ...operation, parameters: LIST_PARAMETERS, 'x-page': record };
    case 'get':
      return { ...operation, parameters: [id], 'x-data': record };
    case 'create':
      return { ...operation, requestBody: jsonBody(`${type}Write`), 'x-data': record };
    case 'update':
      return {
        ...operation,
        ...(path.includes('{id}') ? { parameters: [id] } : {}),
        requestBody: jsonBody(`${type}Update`),
        'x-data': record,
      };
    case 'delete':
      return { ...operation, parameters: [id], 'x-data': { type: 'null' } };
  }
}

/**
 * Whatever is described beside what the action reads would be accepted and ignored: a filter that does not filter
 * answers everybody's records. `shared` are parameters of every method of the path.
 */
export function unreadProblems(
  file: string,
  pointer: string,
  { path, entity, action }: { path: string; entity: Entity; action: Action },
  { parameters = [], requestBody }: Pick<OperationSource, 'parameters' | 'requestBody'>,
): Problem[] {
  const generic = genericOperation(entity, action, path);
  const read = [...(generic.parameters ?? []), ...(action === 'list' ? PAGE_PARAMETERS : [])];
  const names = read.map(({ name }) => name);
  const known = choice(null, names);
  const isRead = (one: { name: string; in: string }) =>
    read.some((other) => other.name === one.name && other.in === one.in);
  return [
    ...parameters.flatMap((one, at) =>
      isRead(one)
        ? []
        : [problemOf(file, `${pointer}/parameters/${at}`, 'unread', { name: one.name, action, known })],
    ),
    ...[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
      names.includes(name) ? [] : [problemOf(file, pointer, 'unread', { name, action, known })],
    ),
    ...(requestBody
      ? [
          problemOf(file, `${pointer}/requestBody`, generic.requestBody ? 'bodyGiven' : 'bodyUnread', {
            action,
          }),
        ]
      : []),
  ];
}

const jsonBody = (name: string): OperationSource['requestBody'] => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
