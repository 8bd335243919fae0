/** Edits a call: its records, what it does with them, its address and its conditions. */
import type { Text } from '../../../../../generated/definition.ts';
import { documentRegistry } from '../../../../../runtime/core/definitions/documents.ts';
import type { Entity } from '../../../../../runtime/core/definitions/entities.ts';
import { statisticRegistry } from '../../../../../runtime/core/definitions/statistics.ts';
import { lineSets, ownFields } from '../../../../../runtime/core/lines.ts';
import { isObject } from '../../../../../runtime/core/object.ts';
import { COMPARISON_WORDS } from '../../../../../runtime/core/rules/comparedField.ts';
import { freeKey } from '../keys.ts';

/** A value of the request, by its name there. */
export interface Source {
  path?: string;
  query?: string;
  body?: string;
  optional?: boolean;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface Action {
  entity?: string;
  do: string;
  as?: string;
  where?: Record<string, unknown>;
  values?: Record<string, unknown>;
  transition?: unknown;
  lines?: string;
  document?: string;
  statistic?: string;
  format?: string;
  [word: string]: unknown;
}

export interface CallDocument {
  name: string;
  title: Text;
  method: Method;
  path: string;
  action: Action;
}

interface Shape {
  method: Method;
  /** True for a call about one record, whose id is in the address. */
  isOne?: boolean;
  hasConditions?: boolean;
}

/** The actions that need only pickers. The others are edited as code. */
const SHAPES = {
  list: { method: 'get', hasConditions: true },
  get: { method: 'get', isOne: true },
  create: { method: 'post' },
  update: { method: 'put' },
  delete: { method: 'delete', isOne: true },
  set: { method: 'put', isOne: true },
  transition: { method: 'put', isOne: true },
  children: { method: 'get', isOne: true },
  options: { method: 'get', hasConditions: true },
  export: { method: 'get', hasConditions: true },
  document: { method: 'get', isOne: true },
  history: { method: 'get', isOne: true },
  statistics: { method: 'get', hasConditions: true },
} as const satisfies Record<string, Shape>;

export type Doing = keyof typeof SHAPES;
const DOINGS = Object.keys(SHAPES) as Doing[];

export const isPicked = (doing: string): doing is Doing => doing in SHAPES;
export const shapeOf = (doing: Doing): Shape => SHAPES[doing];

const documentsOf = ({ name }: Entity) => documentRegistry.all().filter(({ of }) => of === name);
const statisticsOf = ({ name }: Entity) => statisticRegistry.all().filter(({ of }) => of === name);

/** A parameter of an action, with its title. */
export interface Named {
  value: string;
  title: Text;
}

const named = ({ name, title }: { name: string; title: Text }): Named => ({ value: name, title });

/**
 * Returns what an action can name in addition to the records: a button, lines, a document, a report. Null if
 * it needs nothing.
 */
export function partsOf(entity: Entity, doing: string): { word: string; parts: Named[] } | null {
  switch (doing) {
    case 'transition':
      return { word: 'transition', parts: (entity.states?.transitions ?? []).map(named) };
    case 'children':
      return {
        word: 'lines',
        parts: lineSets(entity).map(({ name, field }) => ({
          value: name,
          title: field.title ?? { zh: name, en: name },
        })),
      };
    case 'document':
      return { word: 'document', parts: documentsOf(entity).map(named) };
    case 'statistics':
      return { word: 'statistic', parts: statisticsOf(entity).map(named) };
    default:
      return null;
  }
}

/** Returns the actions that the records allow. */
export const listDoings = (entity: Entity): Doing[] =>
  DOINGS.filter((doing) => partsOf(entity, doing)?.parts.length !== 0);

/** Returns the entity of a call. A report counts the records of one. */
export const entityNameOf = ({ action }: CallDocument): string =>
  action.entity ?? statisticRegistry.get(action.statistic ?? '')?.of ?? '';

const ID = '/{id}';

/** Returns the address with the id of a record, or without it. */
function withId(path: string, isOne: boolean): string {
  const base = path.endsWith(ID) ? path.slice(0, -ID.length) : path;
  return isOne ? `${base}${ID}` : base;
}

/** Returns the fields with single values. A condition compares one of them. */
export const listConditionFields = ({ schema }: Entity): Named[] =>
  Object.entries(ownFields(schema))
    .filter(([, { type, writeOnly }]) => type !== 'array' && type !== 'object' && !writeOnly)
    .map(([value, { title }]) => ({ value, title: title ?? { zh: value, en: value } }));

/** Changes what a call does. Conditions remain if the new action can have conditions. */
export function chooseDoing(call: CallDocument, entity: Entity, doing: Doing): CallDocument {
  const { method, isOne = false, hasConditions }: Shape = SHAPES[doing];
  const part = partsOf(entity, doing);
  const [field] = listConditionFields(entity);
  const action: Action = {
    ...(doing === 'statistics' ? {} : { entity: entity.name }),
    do: doing,
    ...(part?.parts[0] ? { [part.word]: part.parts[0].value } : {}),
    ...(doing === 'export' ? { format: 'xlsx' } : {}),
    ...(doing === 'set' && field ? { values: { [field.value]: { body: field.value } } } : {}),
    ...(hasConditions && call.action.where ? { where: call.action.where } : {}),
  };
  return settle({ ...call, method, path: withId(call.path, isOne), action });
}

/** Changes the records of a call. Conditions on the previous records are removed. */
export function chooseEntity(call: CallDocument, entity: Entity): CallDocument {
  const { where: _, ...action } = call.action;
  const doing = isPicked(action.do) && listDoings(entity).includes(action.do) ? action.do : 'list';
  return chooseDoing({ ...call, action }, entity, doing);
}

export const changeAction = (call: CallDocument, change: Partial<Action>): CallDocument => {
  const action = Object.entries({ ...call.action, ...change }).filter(([, value]) => value !== undefined);
  return { ...call, action: Object.fromEntries(action) as Action };
};

const EQUALS = 'is';
export const WORDS = [EQUALS, ...COMPARISON_WORDS] as const;
export type Word = (typeof WORDS)[number];

const isWord = (word: string): word is Word => WORDS.some((one) => one === word);

/** A condition that compares a field with a value of the request. */
export interface Row {
  field: string;
  /** Null if only code can express it. */
  compared: { word: Word; source: Source } | null;
}

const nameIn = ({ path, query, body }: Source): string | undefined => path ?? query ?? body;

const asSource = (value: unknown): Source | null =>
  isObject(value) && nameIn(value as Source) !== undefined ? (value as Source) : null;

/** Returns a condition as its row shows it. */
function readRow([field, condition]: [string, unknown]): Row {
  const source = asSource(condition);
  if (source) return { field, compared: { word: EQUALS, source } };
  const [[word = '', value] = [], ...others] = isObject(condition) ? Object.entries(condition) : [];
  const compared = asSource(value);
  const isSimple = compared && others.length === 0 && isWord(word);
  return { field, compared: isSimple ? { word, source: compared } : null };
}

export const readRows = ({ action }: CallDocument, part: 'where' | 'values'): Row[] =>
  Object.entries(action[part] ?? {}).map(readRow);

export const sourceName = (source: Source): string => nameIn(source) ?? '';

/** Returns the source of a value by the place where the request has it. */
function sourceOf({ path, method }: CallDocument, name: string, isOptional: boolean): Source {
  if (path.includes(`{${name}}`)) return { path: name };
  const optional = isOptional ? { optional: true } : {};
  return method === 'get' || method === 'delete' ? { query: name, ...optional } : { body: name, ...optional };
}

const writeRow = (call: CallDocument, { field, compared }: Row): [string, unknown] => {
  const { word, source } = compared!;
  const placed = sourceOf(call, sourceName(source), source.optional ?? false);
  return [field, word === EQUALS ? placed : { [word]: placed }];
};

/** Returns the call with these rows. Conditions that only code can express stay. */
export function writeRows(call: CallDocument, part: 'where' | 'values', rows: readonly Row[]): CallDocument {
  const written = rows.map((row): [string, unknown] =>
    row.compared ? writeRow(call, row) : [row.field, call.action[part]?.[row.field]],
  );
  return changeAction(call, { [part]: written.length > 0 ? Object.fromEntries(written) : undefined });
}

/** Determines again where the request contains each value, after a change of the address or method. */
function settle(call: CallDocument): CallDocument {
  const parts = (['where', 'values'] as const).filter((part) => call.action[part]);
  return parts.reduce((settled, part) => writeRows(settled, part, readRows(settled, part)), call);
}

export const changePlace = (
  call: CallDocument,
  place: Partial<Pick<CallDocument, 'method' | 'path'>>,
): CallDocument => settle({ ...call, ...place });

/** Adds a row for a field, with a value of the request that is named like the field. */
export function addRow(call: CallDocument, part: 'where' | 'values', field: string): CallDocument {
  const rows = readRows(call, part);
  const names = rows.flatMap(({ compared }) => (compared ? [sourceName(compared.source)] : []));
  const source: Source = { query: freeKey(field, names), ...(part === 'where' ? { optional: true } : {}) };
  return writeRows(call, part, [...rows, { field, compared: { word: EQUALS, source } }]);
}
