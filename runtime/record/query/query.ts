/** The state of a list: its address parameters, and the equal request to the server. */
import type { EntityDefinition, PageDisplay } from '../../../generated/definition.ts';
import { SERVER_FIELDS } from '../../core/serverFields.ts';
import type { SortKey } from '../../kit/table/sort.ts';
import { columnNames, filterKind, isSortable, listField, readValue } from './fields.ts';
import { dayEdge, type FilterGroup, groupQuery, readGroup, type ServerNode, writeGroup } from './group.ts';
import { isDateRange } from './ranges.ts';

/** V160: the offered page sizes. */
export const PAGE_SIZES = [10, 15, 20, 30, 40, 50] as const;
const DEFAULT_SIZE = PAGE_SIZES[0];

/** Filter values in the address: options, the two ends of a range (empty for an open end), or search words. */
export type Filters = Readonly<Record<string, readonly string[]>>;

/** The paging mode: pages, endless, or a tree. */
export type ListMode = 'pages' | 'endless' | 'tree';

/** Returns the modes of a list. The first one is the default. */
export function listModes(entity: EntityDefinition): readonly ListMode[] {
  return entity.parent ? ['tree', 'pages', 'endless'] : ['pages', 'endless'];
}

/** Returns the displays of the list, the table first. */
export const displayNames = ({ list }: EntityDefinition): readonly PageDisplay[] => [
  'table',
  ...(list.displays ?? []).map(({ as }) => as),
];

export interface ListState {
  search: string;
  filters: Filters;
  /** The builder's conditions, in addition to the filter bar. */
  group: FilterGroup | null;
  /** True for records in which the user takes part (V095). */
  participation: boolean;
  /** True for records whose owner is not an active user. */
  unowned: boolean;
  /** Marks of the user that the records must have. A read mark selects records without it. */
  marks: readonly string[];
  sort: readonly SortKey[];
  current: number;
  size: number;
  mode: ListMode;
  /** The display of the list. Null for the user's last choice. */
  display: PageDisplay | null;
  /** The columns of a view in order. Null for the user's own layout. */
  columns: readonly string[] | null;
  /** The id of the saved view. 0 if the user chose no view. */
  view: number | null;
}

/** The selection of rows, without order and paging. */
export interface ListSelection {
  search?: string;
  filter?: string;
}

/** The selection for the server: certain records, or all matches of the filter. */
export type SelectedRecords = ListSelection & { ids?: number[] };

export interface ListQuery extends ListSelection {
  sort?: string;
}

const FILTER_PREFIX = 'f.';
const RANGE = '~';

export function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
}

function readSort(text: string): SortKey[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((key) =>
      key.startsWith('-') ? { field: key.slice(1), order: 'desc' } : { field: key, order: 'asc' },
    );
}

function isRange(entity: EntityDefinition, name: string): boolean {
  const kind = filterKind(listField(entity, name));
  return kind === 'date' || kind === 'number';
}

function readFilters(entity: EntityDefinition, params: URLSearchParams): Filters {
  const filters: Record<string, string[]> = {};
  for (const name of entity.list.filters ?? []) {
    const text = params.get(FILTER_PREFIX + name);
    if (text === null) continue;
    const values = text.split(isRange(entity, name) ? RANGE : ',');
    if (values.some(Boolean)) filters[name] = values;
  }
  return filters;
}

function readColumns(entity: EntityDefinition, text: string | null): string[] | null {
  const possible = new Set(columnNames(entity));
  const names = (text ?? '').split(',').filter((name) => possible.has(name));
  return names.length > 0 ? names : null;
}

/** Returns the marks by which the list can be filtered. */
const listMarkFilters = ({ marks = [] }: EntityDefinition): string[] =>
  marks.flatMap(({ name, filter }) => (filter ? [name] : []));

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Parses the address. Unsupported parameters are omitted. */
export function readState(entity: EntityDefinition, params: URLSearchParams): ListState {
  const names = new Set(
    [entity.schema.properties, SERVER_FIELDS].flatMap((fields) => Object.keys(fields ?? {})),
  );
  const sort = params.get('sort');
  const size = Number(params.get('size'));
  const modes = listModes(entity);
  return {
    search: params.get('q') ?? '',
    filters: readFilters(entity, params),
    group: readGroup(entity, params.get('filter')),
    participation: params.get('mine') === '1',
    unowned: entity.handover === true && params.get('unowned') === '1',
    marks: listMarkFilters(entity).filter((name) => (params.get('mark') ?? '').split(',').includes(name)),
    sort:
      sort === null
        ? (entity.list.sort ?? [])
        : readSort(sort).filter(({ field }) => names.has(field) && isSortable(entity, field)),
    current: Math.max(1, whole(params.get('page')) ?? 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : DEFAULT_SIZE,
    mode: modes.find((mode) => mode === params.get('mode')) ?? modes[0]!,
    display: displayNames(entity).find((name) => name === params.get('as')) ?? null,
    columns: readColumns(entity, params.get('columns')),
    view: whole(params.get('view')),
  };
}

/** Returns the address of a state, without default values. */
export function writeState(entity: EntityDefinition, state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set('q', state.search);
  for (const [name, values] of Object.entries(state.filters)) {
    if (values.some(Boolean))
      params.set(FILTER_PREFIX + name, values.join(isRange(entity, name) ? RANGE : ','));
  }
  if (state.group) params.set('filter', writeGroup(state.group));
  if (state.participation) params.set('mine', '1');
  if (state.unowned) params.set('unowned', '1');
  if (state.marks.length > 0) params.set('mark', state.marks.join(','));
  const sort = sortText(state.sort);
  if (sort !== sortText(entity.list.sort ?? [])) params.set('sort', sort);
  if (state.mode !== listModes(entity)[0]) params.set('mode', state.mode);
  if (state.display) params.set('as', state.display);
  if (state.current > 1 && state.mode === 'pages') params.set('page', String(state.current));
  if (state.size !== DEFAULT_SIZE) params.set('size', String(state.size));
  if (state.columns) params.set('columns', state.columns.join(','));
  if (state.view !== null) params.set('view', String(state.view));
  return params;
}

function conditions(entity: EntityDefinition, name: string, values: readonly string[]): ServerNode[] {
  const field = listField(entity, name);
  const typed = (text: string) => readValue(field, text);
  switch (filterKind(field)) {
    case 'choice':
    case 'ref':
    case 'refs':
      return [{ field: name, op: 'in', value: values.map(typed) }];
    case 'yesNo':
      return [{ field: name, op: 'eq', value: values[0] === 'true' }];
    case 'text':
    case 'words':
      return [{ field: name, op: 'contains', value: values.join(',') }];
    case 'several':
      return [{ field: name, op: 'contains', value: typed(values.join(',')) }];
    default: {
      const [from = '', to = ''] = values;
      if (isDateRange(from)) return [{ field: name, op: 'within', value: from }];
      const edge = (text: string, end: boolean) =>
        filterKind(field) === 'date' ? dayEdge(text, field.format, end) : typed(text);
      return [
        ...(from ? [{ field: name, op: 'gte', value: edge(from, false) }] : []),
        ...(to ? [{ field: name, op: 'lte', value: edge(to, true) }] : []),
      ];
    }
  }
}

/** Returns the selection of a state in the server's format, limited to a station if given. */
export function buildSelection(
  entity: EntityDefinition,
  state: ListState,
  stationSn: string | null = null,
): ListSelection {
  const group = state.group && groupQuery(entity, state.group);
  const and: ServerNode[] = [
    ...(stationSn === null ? [] : [{ op: 'site', value: stationSn }]),
    ...Object.entries(state.filters).flatMap(([name, values]) => conditions(entity, name, values)),
    ...(group ? ('and' in group ? group.and : [group]) : []),
    ...(state.participation ? [{ op: 'participation' }] : []),
    ...(state.unowned ? [{ op: 'unowned' }] : []),
    ...(entity.marks ?? [])
      .filter(({ name }) => state.marks.includes(name))
      .map(({ name, opened }) => ({ op: opened ? 'unmarked' : 'marked', value: name })),
  ];
  return {
    search: state.search || undefined,
    filter: and.length > 0 ? JSON.stringify({ and }) : undefined,
  };
}

export function buildQuery(
  entity: EntityDefinition,
  state: ListState,
  stationSn: string | null = null,
): ListQuery {
  return { ...buildSelection(entity, state, stationSn), sort: sortText(state.sort) || undefined };
}

/** Returns whether the state limits the records. */
export function isNarrowed(state: ListState): boolean {
  return (
    state.search !== '' ||
    Object.keys(state.filters).length > 0 ||
    state.group !== null ||
    state.participation ||
    state.unowned ||
    state.marks.length > 0
  );
}

/** Changes that remove all limits. */
export const NOT_NARROWED = {
  search: '',
  filters: {},
  group: null,
  participation: false,
  unowned: false,
  marks: [],
} as const;
