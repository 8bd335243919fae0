/** Checks the action of a call: names must exist, and each description must have a use. */
import { fieldsBy, listShownFields } from '../../runtime/core/rules/sequence.ts';
import type { Validation } from '../../runtime/core/rules/validation.ts';
import { schemaProblems } from '../check/checkSchema.ts';
import {
  type CallAction,
  type Definitions,
  dimensionNames,
  type Entity,
  isLeftOut,
  type Sources,
} from '../definition/definition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import type { OperationSource } from '../write/operationSource.ts';
import { requestedValues } from './asked.ts';
import { conditionsProblems, isRequested } from './conditions.ts';
import { LINES } from './describe.ts';
import { documentProblems } from './documents.ts';
import { transitionProblems } from './moves.ts';
import { PAGE_PARAMETERS } from './parameters.ts';
import { type ActionPlace, namesProblems, placeOf } from './place.ts';
import { recordsProblems } from './recordsBehind.ts';

export type { ActionPlace } from './place.ts';

function fieldsProblems(place: ActionPlace, entity: Entity, action: CallAction): Problem[] {
  const sources = (part: 'by' | 'values') =>
    namesProblems(place, entity, part, Object.keys(action[part] ?? {}));
  return [
    ...sources('by'),
    ...sources('values'),
    ...namesProblems(place, entity, 'fields', action.fields ?? []),
    ...namesProblems(place, entity, 'sort', action.sort ?? []),
    ...namesProblems(place, entity, 'rename', Object.keys(action.rename ?? {})),
    ...namesProblems(place, entity, 'key', action.key === undefined ? [] : [action.key]),
  ];
}

/** Returns whether no two records have the same values in these fields. */
function isUnique({ schema, unique = [] }: Entity, names: readonly string[]): boolean {
  if (names.includes('id')) return true;
  if (names.some((name) => schema.properties?.[name]?.['x-checkUnique'])) return true;
  return unique.some((group) => group.every((name) => names.includes(name)));
}

function uniqueProblems(
  place: ActionPlace,
  entity: Entity,
  part: string,
  names: readonly string[],
): Problem[] {
  if (names.length === 0 || isUnique(entity, names)) return [];
  return [
    problemOf(...placeOf(place, part), 'keyNotUnique', { field: names.join(', '), entity: entity.name }),
  ];
}

/** Refuses values for fields that only the server sets. */
function valuesProblems(
  place: ActionPlace,
  entity: Entity,
  values: Sources = {},
  part = 'values',
): Problem[] {
  const owned = [entity.states?.field, entity.approval?.field];
  return Object.keys(values).flatMap((name) =>
    entity.schema.properties?.[name]?.readOnly || owned.includes(name)
      ? [problemOf(...placeOf(place, part, name), 'valueOwned', { field: name })]
      : [],
  );
}

/**
 * Checks an action that makes a record for each value of a list. Users must be able to write the field, and no other
 * keyword may fill it.
 */
function eachProblems(place: ActionPlace, entity: Entity, { each, values = {} }: CallAction): Problem[] {
  if (each === undefined || each === true) return [];
  const names = Object.keys(each);
  const sources = Object.fromEntries(names.map((name) => [name, null]));
  return [
    ...namesProblems(place, entity, 'each', names),
    ...valuesProblems(place, entity, sources, 'each'),
    ...names
      .filter((name) => name in values)
      .map((name) => problemOf(...placeOf(place, 'values', name), 'unknown')),
  ];
}

/** Keywords that have no effect beside certain other keywords. */
const IDLE: [keyof CallAction, (keyof CallAction)[]][] = [
  ['save', ['by', 'many', 'from', 'version']],
  ['from', ['form']],
];

const idleProblems = (place: ActionPlace, action: CallAction): Problem[] =>
  IDLE.flatMap(([word, others]) =>
    action[word] === undefined
      ? []
      : others
          .filter((other) => action[other] !== undefined)
          .map((other) => problemOf(...placeOf(place, other), 'unknown')),
  );

function linesProblems(place: ActionPlace, { schema }: Entity, { lines }: CallAction): Problem[] {
  const fields = schema.properties ?? {};
  if (lines === undefined || fields[lines]?.['x-lines']) return [];
  const names = Object.keys(fields).filter((name) => fields[name]?.['x-lines']);
  return [problemOf(...placeOf(place, 'lines'), 'noLines', { known: choice(lines, names) })];
}

function marksProblems(place: ActionPlace, { marks = [] }: Entity, action: CallAction): Problem[] {
  const needsPeople = action.do === 'markPeople';
  const names = marks.filter(({ who }) => !needsPeople || who).map(({ name }) => name);
  const unknown = (name: string | undefined, ...steps: string[]): Problem[] =>
    name === undefined || names.includes(name)
      ? []
      : [problemOf(...placeOf(place, ...steps), 'noMark', { known: choice(name, names) })];
  return [
    ...(['mark', 'marked', 'unmarked'] as const).flatMap((part) => unknown(action[part], part)),
    ...Object.keys(action.markedIf ?? {}).flatMap((name) => unknown(name, 'markedIf', name)),
  ];
}

/**
 * Checks an action that reserves a number to be entered later. The call must contain the values that are part of the
 * number.
 */
function numberProblems(
  place: ActionPlace,
  { schema }: Entity,
  { field, values = {} }: CallAction,
): Problem[] {
  if (field === undefined) return [];
  const fields = schema.properties ?? {};
  const sequence = fields[field]?.['x-sequence'];
  if (!sequence?.given) {
    const names = Object.keys(fields).filter((name) => fields[name]?.['x-sequence']?.given);
    return [problemOf(...placeOf(place, 'field'), 'noSequence', { known: choice(field, names) })];
  }
  const needed = [...new Set([...listShownFields(sequence.pattern), ...fieldsBy(sequence)])];
  return [
    ...needed
      .filter((name) => !(name in values))
      .map((name) => problemOf(...placeOf(place, 'values'), 'lacks', { name })),
    ...Object.keys(values)
      .filter((name) => !needed.includes(name))
      .map((name) =>
        problemOf(...placeOf(place, 'values', name), 'unknownKnown', { known: choice(name, needed) }),
      ),
  ];
}

const APPROVING = ['submit', 'withdraw', 'decide', 'delegate'];

/** Checks the values of the request: every value once, and a body only if the method has one. */
function requestProblems(place: ActionPlace, action: CallAction): Problem[] {
  const sources = requestedValues(action).map(({ source }) => source);
  if (place.method !== 'get' && place.method !== 'delete') return [];
  return sources.some(({ body }) => body !== undefined) || action.from === 'body'
    ? [problemOf(...placeOf(place), 'bodyOfGet', { method: place.method.toUpperCase() })]
    : [];
}

function dictionaryProblems(place: ActionPlace, { dictionary }: CallAction, entries: string[]): Problem[] {
  if (typeof dictionary !== 'string' || entries.includes(dictionary)) return [];
  const params = { name: dictionary, known: choice(dictionary, entries) };
  return [problemOf(...placeOf(place, 'dictionary'), 'noDictionary', params)];
}

function statisticProblems(
  place: ActionPlace,
  action: CallAction,
  { entities, statistics }: Definitions,
): Problem[] {
  if (isRequested(action.statistic)) {
    const wrong = (['where', 'dimensions'] as const).filter((part) => action[part] !== undefined);
    return wrong.map((part) => problemOf(...placeOf(place, part), 'unknown'));
  }
  const statistic = statistics.find(({ value }) => value.name === action.statistic)?.value;
  const entity = entities.find(({ value }) => value.name === statistic?.of)?.value;
  if (!statistic || !entity) {
    const names = statistics.map(({ value }) => value.name);
    return [
      problemOf(...placeOf(place, 'statistic'), 'noStatistic', { known: choice(action.statistic, names) }),
    ];
  }
  const dimensions = dimensionNames(statistic);
  return [
    ...conditionsProblems(place, entity, action, entities),
    ...(action.do === 'records' ? recordsProblems(place, action, statistic) : []),
    ...(action.dimensions ?? []).flatMap((name, index) =>
      dimensions.includes(name)
        ? []
        : [problemOf(...placeOf(place, 'dimensions', index), 'oneOf', { known: choice(name, dimensions) })],
    ),
    ...requestProblems(place, action),
  ];
}

/** Checks the keywords of an action and the names in it. */
export function actionProblems(
  place: ActionPlace,
  action: CallAction,
  definitions: Definitions,
  validate: Validation,
): Problem[] {
  const { entities, dictionaries } = definitions;
  if (!LINES.includes(action.do))
    return [problemOf(...placeOf(place, 'do'), 'oneOf', { known: choice(action.do, LINES) })];
  const errors = validate(action);
  if (errors.length > 0)
    return schemaProblems(place.file, errors).map((problem) => ({
      ...problem,
      pointer: `${placeOf(place)[1]}${problem.pointer}`,
    }));
  if (action.do === 'entries')
    return dictionaryProblems(
      place,
      action,
      dictionaries.map(({ value }) => value.name),
    );
  if (action.do === 'statistics' || action.do === 'records')
    return statisticProblems(place, action, definitions);
  if (APPROVING.includes(action.do) && action.entity === undefined)
    return [
      ...(action.by ? [problemOf(...placeOf(place, 'by'), 'unknown')] : []),
      ...requestProblems(place, action),
    ];
  const entity = entities.find(({ value }) => value.name === action.entity)?.value;
  if (!entity) {
    const names = entities.map(({ value }) => value.name);
    return [problemOf(...placeOf(place, 'entity'), 'noEntity', { known: choice(action.entity, names) })];
  }
  return [
    ...fieldsProblems(place, entity, action),
    ...conditionsProblems(place, entity, action, entities),
    ...(action.top !== undefined && action.as !== 'array'
      ? [problemOf(...placeOf(place, 'top'), 'topOfPage')]
      : []),
    ...uniqueProblems(place, entity, 'by', Object.keys(action.by ?? {})),
    ...uniqueProblems(place, entity, 'key', action.key === undefined ? [] : [action.key]),
    ...(action.do === 'number' ? [] : valuesProblems(place, entity, action.values)),
    ...numberProblems(place, entity, action),
    ...linesProblems(place, entity, action),
    ...marksProblems(place, entity, action),
    ...documentProblems(place, entity, action, definitions),
    ...idleProblems(place, action),
    ...(action.do === 'handover' && action.from && !action.many?.optional
      ? [problemOf(...placeOf(place, 'from'), 'manyOptional')]
      : []),
    ...(action.do === 'handover' && !entity.handover ? [problemOf(...placeOf(place), 'noOwnerHanded')] : []),
    ...(action.do === 'share' && !entity.share ? [problemOf(...placeOf(place), 'noShare')] : []),
    ...(APPROVING.includes(action.do) && !entity.approval
      ? [problemOf(...placeOf(place), 'noApproval')]
      : []),
    ...transitionProblems(place, entity, action),
    ...eachProblems(place, entity, action),
    ...(action.do === 'set' && action.where && Object.values(action.where).every(isLeftOut)
      ? [problemOf(...placeOf(place, 'where'), 'leftOutAll')]
      : []),
    ...(action.as === 'tree' && !entity.parent ? [problemOf(...placeOf(place, 'as'), 'noTree')] : []),
    ...requestProblems(place, action),
  ];
}

/**
 * Refuses descriptions of values that the action does not read. They would be accepted and ignored, and a filter that
 * is ignored returns the records of all users.
 */
export function unreadProblems(
  { file, pointer, path }: ActionPlace,
  generic: Pick<OperationSource, 'parameters' | 'requestBody' | 'x-page' | 'x-action'>,
  { parameters = [], requestBody }: Pick<OperationSource, 'parameters' | 'requestBody'>,
): Problem[] {
  const { do: action, from } = generic['x-action'] ?? { do: '' };
  const paged = generic['x-page'] && from !== 'body' ? PAGE_PARAMETERS : [];
  const read = [...(generic.parameters ?? []), ...paged];
  const names = read.map(({ name }) => name);
  const problem = choice(null, names);
  const isRead = (parameter: { name: string; in: string }) =>
    read.some((other) => other.name === parameter.name && other.in === parameter.in);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [
    ...parameters.flatMap((parameter, index) =>
      isRead(parameter)
        ? []
        : [
            problemOf(file, `${pointer}/parameters/${index}`, 'unread', {
              name: parameter.name,
              action,
              known: problem,
            }),
          ],
    ),
    ...inPath.flatMap((name) =>
      names.includes(name) ? [] : [problemOf(file, pointer, 'unread', { name, action, known: problem })],
    ),
    ...read.flatMap((parameter) =>
      parameter.in === 'path' && !inPath.includes(parameter.name)
        ? [problemOf(file, pointer, 'notInPath', { name: parameter.name })]
        : [],
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
