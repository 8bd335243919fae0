/** What a list shows, as the address says it and as the server is asked for it. */
import type { EntityDefinition } from '../../generated/definition.ts';
import { filter_kind, list_field } from './fields.ts';

/** V160 */
export const PAGE_SIZES = [10, 15, 20, 30, 40, 50] as const;
const DEFAULT_SIZE = PAGE_SIZES[0];

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

/** The texts of the address: values of a choice, the two ends of a range ('' is open), words. */
export type Filters = Readonly<Record<string, readonly string[]>>;

export interface ListState {
  search: string;
  filters: Filters;
  sort: readonly SortKey[];
  current: number;
  size: number;
}

export interface ListQuery {
  search?: string;
  filter?: string;
  sort?: string;
  current: number;
  size: number;
}

interface FilterCondition {
  field: string;
  op: 'in' | 'gte' | 'lte' | 'eq' | 'contains';
  value: unknown;
}

const FILTER_PREFIX = 'f.';
const RANGE = '~';

export function sort_text(sort: readonly SortKey[]): string {
  return sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
}

function sort_read(text: string): SortKey[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((key) =>
      key.startsWith('-') ? { field: key.slice(1), order: 'desc' } : { field: key, order: 'asc' },
    );
}

function is_range(entity: EntityDefinition, name: string): boolean {
  const kind = filter_kind(list_field(entity, name));
  return kind === 'date' || kind === 'number';
}

/** Reads the address; whatever it holds that the list does not know is left out. */
export function state_read(entity: EntityDefinition, params: URLSearchParams): ListState {
  const filters: Record<string, string[]> = {};
  for (const name of entity.list.filters ?? []) {
    const text = params.get(FILTER_PREFIX + name);
    if (text === null) continue;
    const values = text.split(is_range(entity, name) ? RANGE : ',');
    if (values.some(Boolean)) filters[name] = values;
  }
  const known = new Set([...Object.keys(entity.schema.properties ?? {}), 'id', 'createdAt', 'updatedAt']);
  const sort = params.get('sort');
  const size = Number(params.get('size'));
  return {
    search: params.get('q') ?? '',
    filters,
    sort: sort === null ? (entity.list.sort ?? []) : sort_read(sort).filter(({ field }) => known.has(field)),
    current: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : DEFAULT_SIZE,
  };
}

/** The address of a state; what is as usual is not written. */
export function state_write(entity: EntityDefinition, state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set('q', state.search);
  for (const [name, values] of Object.entries(state.filters)) {
    if (values.some(Boolean))
      params.set(FILTER_PREFIX + name, values.join(is_range(entity, name) ? RANGE : ','));
  }
  const sort = sort_text(state.sort);
  if (sort !== sort_text(entity.list.sort ?? [])) params.set('sort', sort);
  if (state.current > 1) params.set('page', String(state.current));
  if (state.size !== DEFAULT_SIZE) params.set('size', String(state.size));
  return params;
}

/** Ends of local days as instants: a filter by day means the days of whoever looks. */
function day_edge(day: string, format: string | undefined, end: boolean): string {
  if (format === 'date') return day;
  return new Date(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}`).toISOString();
}

function conditions(entity: EntityDefinition, name: string, values: readonly string[]): FilterCondition[] {
  const field = list_field(entity, name);
  const isNumber = field.type === 'number' || field.type === 'integer';
  const typed = (text: string) => (isNumber ? Number(text) : text);
  switch (filter_kind(field)) {
    case 'choice':
    case 'ref':
      return [{ field: name, op: 'in', value: values.map(typed) }];
    case 'yesNo':
      return [{ field: name, op: 'eq', value: values[0] === 'true' }];
    case 'text':
      return [{ field: name, op: 'contains', value: values.join(',') }];
    default: {
      const [from = '', to = ''] = values;
      const edge = (text: string, end: boolean) =>
        filter_kind(field) === 'date' ? day_edge(text, field.format, end) : typed(text);
      return [
        ...(from ? [{ field: name, op: 'gte' as const, value: edge(from, false) }] : []),
        ...(to ? [{ field: name, op: 'lte' as const, value: edge(to, true) }] : []),
      ];
    }
  }
}

export function query_build(entity: EntityDefinition, state: ListState): ListQuery {
  const and = Object.entries(state.filters).flatMap(([name, values]) => conditions(entity, name, values));
  return {
    search: state.search || undefined,
    filter: and.length > 0 ? JSON.stringify({ and }) : undefined,
    sort: sort_text(state.sort) || undefined,
    current: state.current,
    size: state.size,
  };
}

/** A click on a header: ascending, descending, off; with Shift beside what is sorted already. */
export function sort_toggle(sort: readonly SortKey[], field: string, several: boolean): SortKey[] {
  const now = sort.find((key) => key.field === field)?.order;
  const next: SortKey[] = now === 'desc' ? [] : [{ field, order: now === 'asc' ? 'desc' : 'asc' }];
  if (!several) return next;
  const at = sort.findIndex((key) => key.field === field);
  if (at < 0) return [...sort, ...next];
  return [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}
