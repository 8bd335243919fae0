/** The definitions as the codegen handles them: plain JSON, already known to match their meta schemas. */
import type { FlowNode } from '../../runtime/core/flow/walk.ts';
import { type ComparisonWord, isComparison } from '../../runtime/core/rules/comparedField.ts';
import type { Problem } from '../problem.ts';
import type { Across, Apart, Book, ClosedPeriod, Versions } from './acrossDefinition.ts';
import type { Condition, FieldValues, Option, People, Text } from './definitionValues.ts';
import type { Display } from './displayDefinition.ts';
import type { DocumentDefinition } from './documentDefinition.ts';
import type { Field, Proposal, Readings } from './fieldDefinition.ts';
import type { RecordEvent, Transition } from './flowDefinition.ts';
import type { Page } from './pageDefinition.ts';
import type { Reminder, Schedule, StateLimit } from './timeDefinition.ts';

export type { FlowNode } from '../../runtime/core/flow/walk.ts';
export type { Across, AcrossFigure, Apart, Book, ClosedPeriod, Versions } from './acrossDefinition.ts';
export type { Condition, FieldValues, Option, People, Text } from './definitionValues.ts';
export type { Display } from './displayDefinition.ts';
export type { Field, Lookup, Rollup, Rule, Sequence, TypingCall } from './fieldDefinition.ts';
export type { Effect, MoveFigure, RecordEvent, Transition } from './flowDefinition.ts';
export type { Page, PageBlock, PageLayout, ReportBlock } from './pageDefinition.ts';
export type { Reminder, Schedule, StateLimit } from './timeDefinition.ts';

/** A value of the request, with its name there. */
export interface RequestedValue {
  path?: string;
  query?: string;
  body?: string;
  optional?: boolean;
  split?: boolean;
}
/** A value of the request or of the caller, or the value itself. */
export type ValueSource =
  | RequestedValue
  | { me: string }
  | string
  | number
  | boolean
  | null
  | (string | number)[];
export type Sources = Record<string, ValueSource>;
/** The moment of the call, or a day counted from the caller's today. */
export type MomentSource = { now: true } | { today: number };
/** A comparison of a field: keywords of `COMPARISONS`, each with its operand. */
export interface ComparedField extends Partial<Record<ComparisonWord, ValueSource | MomentSource>> {
  within?: string;
  orEmpty?: true;
}
export type Conditions = Record<string, ValueSource | ComparedField>;

/** A transition that is chosen by a value of the request. */
export type ChosenMove = Pick<RequestedValue, 'path' | 'query' | 'body'> & { of: Record<string, string> };

/** The action by which the engine serves a documented call, as its meta schema allows. */
export interface CallAction {
  entity: string;
  do: string;
  dictionary?: string | RequestedValue;
  statistic?: string | RequestedValue;
  dimensions?: string[];
  compare?: 'year' | 'period';
  as?: 'page' | 'array' | 'tree';
  top?: number;
  from?: 'body';
  by?: Sources;
  many?: RequestedValue;
  where?: Conditions;
  either?: Conditions;
  mine?: true;
  marked?: string;
  unmarked?: string;
  /** Sets marks by a boolean of the request, which may be omitted. */
  markedIf?: Record<string, RequestedValue>;
  mark?: string;
  on?: boolean;
  values?: Sources;
  form?: Sources;
  sort?: string[];
  fields?: string[];
  rename?: Record<string, string>;
  key?: string;
  transition?: string | ChosenMove;
  /**
   * True if each of many records moves separately. Otherwise the field that gets one value of the named list in each
   * new record.
   */
  each?: true | Record<string, { body: string }>;
  /** Must be the id of the caller. */
  same?: RequestedValue;
  save?: true;
  /** A record that already has the target state of the move is not changed. */
  again?: true;
  lines?: string;
  field?: string;
  /** The places of these values in the request. */
  name?: RequestedValue;
  version?: RequestedValue;
  comment?: RequestedValue;
  /** The fields that the approver fills in, for a decision. */
  filled?: RequestedValue;
  /** The colleague of a delegation, or the state after a withdrawal. */
  to?: RequestedValue | 'draft' | 'canceled';
  decision?: 'agreed' | 'rejected';
  with?: RequestedValue;
  users?: RequestedValue;
  depts?: RequestedValue;
  right?: RequestedValue;
  until?: RequestedValue;
  format?: 'xlsx' | 'csv' | 'pdf' | 'word';
  /** The document that is created from records. */
  document?: string;
  /** The figure whose records are returned. */
  figure?: string;
}

/** The actions that have an address in every entity. */
export type Action = 'list' | 'get' | 'create' | 'update' | 'delete';
export const ACTIONS: readonly Action[] = ['list', 'get', 'create', 'update', 'delete'];

/** Returns whether the action is one that every entity has. Its description then only sets the address. */
export const isPlain = ({ do: action, ...rest }: CallAction): boolean =>
  ACTIONS.some((candidate) => candidate === action) && Object.keys(rest).length === 1;

/** Returns whether the request may leave the whole condition out. */
export const isLeftOut = (condition: ValueSource | ComparedField): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  ('query' in condition || 'body' in condition
    ? condition.optional === true
    : isComparison(condition) &&
      Object.entries(condition).every(([word, source]) => word === 'orEmpty' || isLeftOut(source)));

/**
 * Returns whether an action is the entity's own list, at its own address, with optional parameters. Screens request it
 * without these.
 */
export const isOwnList = (
  { do: action, where = {}, ...rest }: CallAction,
  { api: { base } }: Pick<Entity, 'api'>,
  { path, method }: { path: string; method: string },
): boolean =>
  action === 'list' &&
  Object.keys(rest).length === 1 &&
  `${method} ${path}` === `get ${base}/page` &&
  Object.values(where).every(isLeftOut);

/** Users who are named in a child of a record count as its owners. */
export interface Members {
  of: string;
  user: string;
  until?: string;
  reads?: true;
}

export interface Entity {
  name: string;
  title: Text;
  label: string;
  labelEn?: string;
  labelWith?: string[];
  owner?: string;
  detail?: {
    links?: string[];
    figures?: { fields?: string[]; statistic?: string; by?: string; figures?: string[] }[];
    tabs?: { of: string; by: string; same?: string; title?: Text }[];
  };
  handover?: true;
  neverDeleted?: Text;
  deleteConfirm?: Text;
  share?: true;
  work?: { by: string; on: string; minutes: string; where?: FieldValues };
  absence?: { by: string; day: string; half?: string; text: Text };
  offline?: { by: string; ahead?: number; where?: FieldValues };
  exchange?: { currency: string; day: string; rate: string; home: string };
  public?: {
    route: string;
    title?: Text;
    in: (string | number)[];
    fields: string[];
    lines?: Record<string, { fields: string[]; by?: string; sum?: string[] }>;
    children?: Record<string, { fields: string[]; where: FieldValues }>;
    until: string;
    printed?: true;
    moves?: string[];
    document?: string;
    contact?: true;
  };
  members?: Members | Members[];
  department?: string;
  site?: string | { field: string; of: string; key: string };
  parent?: string;
  assembly?: { quantity: string; alike: string[]; used?: string[] };
  of?: {
    field: string;
    as: string;
    in: 'form' | 'page';
    order?: string;
    delete?: 'with' | 'refuse';
    own?: 'with';
    locked?: 'with';
    copy?: boolean;
    most?: number;
    propose?: Proposal;
    readings?: Readings;
  };
  audience?: { visibility: string; role: string; share: string };
  schema: Field;
  ui?: { order?: string[]; sections?: { title: Text; fields: string[]; 'x-visible'?: Condition }[] };
  list: {
    columns: string[];
    filters?: string[];
    search?: string[];
    sort?: { field: string; order: 'asc' | 'desc' }[];
    totals?: string[];
    totalsWhere?: FieldValues;
    sheets?: { of: string; by: string }[];
    figures?: { statistic: string; by: string; figures: string[] }[];
    participation?: string[];
    print?: string[];
    displays?: Display[];
  };
  states?: {
    field: string;
    initial: string | number;
    transitions: Transition[];
    locked?: { in: (string | number)[]; open?: string[] };
    deletable?: (string | number)[];
    decided?: string[];
    limits?: StateLimit[];
  };
  actions?: Transition[];
  approval?: {
    field: string;
    steps: FlowNode[];
    moves?: Record<string, string>;
  };
  schedule?: Schedule;
  remind?: Reminder[];
  keep?: { field: string; days: number; where?: Record<string, string | number | boolean> };
  on?: RecordEvent[];
  unique?: string[][];
  marks?: { name: string; count?: true; opened?: true; who?: true; wanted?: People }[];
  uniqueWhere?: { fields: string[]; where: FieldValues; text?: Text; warn?: true }[];
  uniqueAcross?: { key: string; fields: string[] }[];
  apart?: Apart[];
  across?: Across[];
  period?: ClosedPeriod;
  book?: Book;
  versions?: Versions;
  oneWay?: { from: string; to: string; where?: FieldValues; text: Text };
  indexes?: string[][];
  api: { base: string; do?: Action[] };
  rights?: Record<string, string[]>;
  page?: false | (Pick<Page, 'menu' | 'hub'> & { route?: string });
}

export interface StatisticDimension {
  name?: string;
  title?: Text;
  field: string;
  step?: 'day' | 'week' | 'month' | 'quarter' | 'year';
  ages?: { from?: number; title: Text }[];
}

export interface StatisticFigure {
  name: string;
  title?: Text;
  do: 'count' | 'sum' | 'average' | 'min' | 'max' | 'distinct' | 'ratio';
  field?: string;
  where?: FieldValues;
  past?: string;
  /** Limits records to those whose day is in this range of days from today. */
  days?: { field: string; from?: number; to?: number };
  /** Cumulative over time. */
  running?: true;
  of?: string[];
  unit?: string;
  less?: string;
}

/** Figures over the records of an entity. */
export interface Statistic {
  name: string;
  title: Text;
  of: string;
  where?: FieldValues;
  time?: string;
  dimensions?: StatisticDimension[];
  figures: StatisticFigure[];
  by?: string[];
  sort?: string;
}

/** Returns the names of the dimensions that identify the rows of a statistic. */
export const dimensionNames = ({ dimensions = [] }: Pick<Statistic, 'dimensions'>): string[] =>
  dimensions.map(({ name, field }) => name ?? field);

export interface WidgetOption {
  name: string;
  section: Text;
  always?: boolean;
  fields: Record<string, Field>;
}

export interface Widget {
  type: string;
  version: number;
  words: Record<'zh' | 'en', string[]>;
  config: Field;
  options?: string[];
  titled?: string[];
  optionsWhen?: Record<string, Condition>;
  asks?: string[];
  ui?: { order?: string[]; sections?: { title: Text; fields: string[]; collapsed?: boolean }[] };
}

export interface Dictionary {
  name: string;
  title?: Text;
  editable?: boolean;
  entries: Option[];
}

export interface Preset {
  name: string;
  document: {
    widgets: { id: string; type: string; version: number; config: unknown }[];
    layouts: { lg: { i: string }[] };
  };
}

/** A definition with the file that it was read from. */
export interface Source<T> {
  file: string;
  value: T;
}

/** A field that definitions refer to by name. */
export interface CommonField {
  name: string;
  field: Field;
}

/** A call in a file of its own. */
export interface Call {
  name: string;
  title: Text;
  /** The number of the documented call that it serves, such as C706. */
  call?: string;
  method: string;
  path: string;
  action: CallAction;
}

export interface Definitions {
  fields: Source<CommonField>[];
  entities: Source<Entity>[];
  widgets: Source<Widget>[];
  widgetOptions: Source<WidgetOption>[];
  pages: Source<Page>[];
  dictionaries: Source<Dictionary>[];
  dashboards: Source<Preset>[];
  imports: Source<{ name: string }>[];
  statistics: Source<Statistic>[];
  documents: Source<DocumentDefinition>[];
  calls: Source<Call>[];
}

export interface Loaded {
  definitions: Definitions;
  problems: Problem[];
}

/** `deviceVariable` → `DeviceVariable` */
export function typeName(name: string): string {
  return (
    name.charAt(0).toUpperCase() +
    name.slice(1).replace(/[^A-Za-z0-9]+(.)/g, (_, c: string) => c.toUpperCase())
  );
}
