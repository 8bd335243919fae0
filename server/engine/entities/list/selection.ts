/**
 * Selects records by filter and search. Lists, totals, bulk changes, exports and prints share this code, so they
 * select the same records.
 */
import { type SqlBool, sql } from 'kysely';
import { heldScopes } from '../../../../runtime/core/access/permission.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../../runtime/core/definitions/site.ts';
import type { RecordCondition } from '../../../platform/db/tables/anyTable.ts';
import type { Caller } from '../../access/asker.ts';
import { isShared } from '../../access/members.ts';
import { mineWhere, recordScope, recordWhere } from '../../access/recordScope.ts';
import { type Columns, columnsOf } from '../columns.ts';
import { type CallWhere, filterContext, readWhere } from './callWhere.ts';
import { type FilterContext, type FilterNode, parseFilter, readFilter } from './filter.ts';
import { buildFilter } from './filterSql.ts';
import { buildWord, wordsOf } from './wordSql.ts';

export interface Selection {
  filter?: string | undefined;
  search?: string | undefined;
  ids?: readonly number[] | undefined;
  /** Values of fields that the call requires. A list of values means any of them. */
  where?: CallWhere | undefined;
  /** Fields of which at least one must have the given value. */
  either?: CallWhere | undefined;
  /** Only records of which the caller is the owner or a member. */
  mine?: boolean | undefined;
  /** Only records on which the caller has set this mark (`marked`), or has not set it (`unmarked`). */
  marked?: string | undefined;
  unmarked?: string | undefined;
  /** Marks that the caller must have set (true) or not set (false). */
  markedIf?: Readonly<Record<string, unknown>> | undefined;
  /** A condition that the server adds. The count of such records is not cached. */
  besides?: RecordCondition | undefined;
  /** The caller's time zone, which determines "today". */
  zone?: string | undefined;
}

/** Returns the fields in which this user may search. */
const listSearchedFields = (entity: Entity, columns: Columns): string[] =>
  (entity.list.search ?? []).filter((field) => columns.has(field));

interface Selected {
  where: RecordCondition;
  /** The same condition, written for reading a single page of the records. */
  wherePage: RecordCondition;
  /** Equal selections have the same key. Null if the result depends on more than these records. */
  key: string | null;
  filter: FilterNode | null;
  /** The fields of the filter, if only they determine the selection. Otherwise null. */
  fields: readonly string[] | null;
}

/** Returns the marks that the call's definition requires. */
const readMarked = (
  columns: Columns,
  { marked, unmarked, markedIf = {} }: Selection,
  caller: FilterContext,
  at: string,
) => {
  const and = [
    ...Object.entries({ marked, unmarked }).flatMap(([op, value]) =>
      value === undefined ? [] : [{ op, value }],
    ),
    ...Object.entries(markedIf).map(([value, isSet]) => ({ op: isSet ? 'marked' : 'unmarked', value })),
  ];
  return and.length > 0 ? readFilter(columns, { and }, caller, at) : null;
};

/** Merges the filters of the call's definition with the filter of the request. Null if there are none. */
function joinFilters(parts: readonly (FilterNode | null)[]): FilterNode | null {
  const and = parts.filter((part) => part !== null);
  return and.length > 1 ? { and } : (and[0] ?? null);
}

/** Returns the condition for records with the given values. Throws for fields that the caller may not see. */
export function fieldsWhere(entity: Entity, caller: Caller, where: CallWhere, zone = 'UTC'): RecordCondition {
  const node = readWhere(entity, caller, where, { zone, at: '/query' });
  return (eb) => (node ? buildFilter(eb, node) : eb.lit(true));
}

/**
 * Reads a selection. If the filter is invalid, throws with the position of the error. `at` is the filter's position in
 * the request.
 */
export function readSelection(entity: Entity, caller: Caller, selection: Selection, at = '/query'): Selected {
  const { search, ids, besides, zone = 'UTC' } = selection;
  const columns = columnsOf(entity, caller);
  const who = filterContext(entity, caller, zone);
  const parsed = parseFilter(columns, selection.filter, who, `${at}/filter`);
  const filter = joinFilters([
    readWhere(entity, caller, selection.where, { zone, at }),
    readWhere(entity, caller, selection.either, { zone, at, join: 'or' }),
    readMarked(columns, selection, who, at),
    parsed,
  ]);
  const mine = selection.mine ? mineWhere(caller, entity) : null;
  const searched = listSearchedFields(entity, columns);
  const words = searched.length > 0 ? wordsOf(search) : [];
  const allowed = recordWhere(caller, entity, 'list');
  const condition =
    (read: 'few' | 'all'): RecordCondition =>
    (eb) =>
      eb.and([
        ...(allowed ? [allowed(eb)] : []),
        ...(mine ? [mine(eb)] : []),
        ...(besides ? [besides(eb)] : []),
        ...(filter ? [buildFilter(eb, filter)] : []),
        ...words.map((word) => buildWord(eb, entity, searched, word, read)),
        ...(ids ? [sql<SqlBool>`${eb.ref('id')} = any(${[...ids]}::int8[])`] : []),
      ]);
  const scope = recordScope(caller, entity, 'list');
  const scopes = heldScopes(caller.permissions, `${entity.name}:list`);
  const reader = scope === 'tenant' ? null : [caller.userId, caller.departments, caller.stations];
  // Rules that depend on other tables: an owner's department, a role that sees a record, a device's station.
  const foreign =
    (scopes.includes('department') && entity.department === undefined) ||
    (scopes.includes('site') && typeof siteOf(entity) === 'object') ||
    entity.audience !== undefined ||
    (scope !== 'tenant' && isShared(entity)) ||
    refersElsewhere(filter) ||
    besides !== undefined ||
    mine !== null;
  return {
    where: condition('all'),
    wherePage: condition('few'),
    filter,
    key: foreign ? null : JSON.stringify([reader, scopes, filter, words, searched, ids]),
    fields:
      allowed === null &&
      mine === null &&
      besides === undefined &&
      !refersElsewhere(filter) &&
      words.length === 0 &&
      ids === undefined
        ? [...filterFields(filter)]
        : null,
  };
}

/** Returns whether the filter also depends on other tables. */
function refersElsewhere(filter: FilterNode | null): boolean {
  if (filter === null) return false;
  if ('and' in filter) return filter.and.some(refersElsewhere);
  if ('or' in filter) return filter.or.some(refersElsewhere);
  return filter.op === 'refers' || filter.op === 'marked';
}

/** Returns the fields that a filter compares. */
function filterFields(filter: FilterNode | null): ReadonlySet<string> {
  if (filter === null) return new Set();
  if ('and' in filter) return new Set(filter.and.flatMap((part) => [...filterFields(part)]));
  if ('or' in filter) return new Set(filter.or.flatMap((part) => [...filterFields(part)]));
  return new Set([filter.field]);
}

/** Returns the condition for the selected records that the caller may list. Filter, search and ids select them. */
export function selectionWhere(
  entity: Entity,
  caller: Caller,
  selection: Selection,
  at?: string,
): RecordCondition {
  return readSelection(entity, caller, selection, at).where;
}
