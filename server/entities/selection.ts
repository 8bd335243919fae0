/** What a filter and a search select: the one meaning for lists, totals, bulk changes, exports and prints. */
import { type SqlBool, sql } from 'kysely';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import { heldScopes } from '../../runtime/core/permission.ts';
import { type Asker, type RecordCondition, record_scope, record_where } from '../access/index.ts';
import { siteOf } from '../access/site.ts';
import { type Columns, columns_of, fields_hidden, item_type } from './columns.ts';
import { type FilterNode, filter_parse } from './filter.ts';
import { filter_build } from './filterSql.ts';
import { word_build, words_of } from './wordSql.ts';

export interface Selection {
  filter?: string | undefined;
  search?: string | undefined;
  ids?: readonly number[] | undefined;
  /** The asker's time zone: what "today" is. */
  zone?: string | undefined;
}

/** The fields that this person may search in. */
const fields_searched = (entity: Entity, columns: Columns): string[] =>
  (entity.list.search ?? []).filter((field) => columns.has(field));

/** Fields with users: who is named in one of them takes part in the record. */
const participation_of = (entity: Entity): string[] => [
  ...new Set([...(entity.list.participation ?? []), ...(entity.owner ? [entity.owner] : []), 'createdBy']),
];

interface Selected {
  where: RecordCondition;
  /** The same for who reads just a page of them. */
  wherePage: RecordCondition;
  /** The same question has the same key; null when its answer depends on more than these records. */
  key: string | null;
  filter: FilterNode | null;
  /** The fields of the filter, where it alone decides what is selected; null: something else does, too. */
  fields: readonly string[] | null;
}

/** Throws where the filter is wrong, and says the place. `at` is where it stands in the request. */
export function selection_read(entity: Entity, asker: Asker, selection: Selection, at = '/query'): Selected {
  const { search, ids, zone = 'UTC' } = selection;
  const columns = columns_of(entity, asker);
  const filter = filter_parse(
    columns,
    selection.filter,
    {
      ...{ userId: asker.userId, zone, now: Date.now() },
      itemType: (field) => item_type(entity, field),
      participation: participation_of(entity),
      hidden: fields_hidden(entity, asker),
    },
    `${at}/filter`,
  );
  const searched = fields_searched(entity, columns);
  const words = searched.length > 0 ? words_of(search) : [];
  const allowed = record_where(asker, entity, 'list');
  const condition =
    (read: 'few' | 'all'): RecordCondition =>
    (eb) =>
      eb.and([
        ...(allowed ? [allowed(eb)] : []),
        ...(filter ? [filter_build(eb, filter)] : []),
        ...words.map((word) => word_build(eb, entity, searched, word, read)),
        ...(ids ? [sql<SqlBool>`${eb.ref('id')} = any(${[...ids]}::int8[])`] : []),
      ]);
  const scope = record_scope(asker, entity, 'list');
  const scopes = heldScopes(asker.permissions, `${entity.name}:list`);
  const who = scope === 'tenant' ? null : [asker.userId, asker.departments, asker.stations];
  // Whose department an owner is in, whose role sees a record and which station a device is at stand in other tables.
  const foreign =
    (scopes.includes('department') && entity.department === undefined) ||
    (scopes.includes('site') && typeof siteOf(entity) === 'object') ||
    entity.audience !== undefined;
  return {
    where: condition('all'),
    wherePage: condition('few'),
    filter,
    key: foreign ? null : JSON.stringify([who, scopes, filter, words, searched, ids]),
    fields: allowed === null && words.length === 0 && ids === undefined ? [...filter_fields(filter)] : null,
  };
}

/** The fields that a filter compares. */
function filter_fields(filter: FilterNode | null): ReadonlySet<string> {
  if (filter === null) return new Set();
  if ('and' in filter) return new Set(filter.and.flatMap((part) => [...filter_fields(part)]));
  if ('or' in filter) return new Set(filter.or.flatMap((part) => [...filter_fields(part)]));
  return new Set([filter.field]);
}

/** The condition on the records that the asker may list and that the filter, the search and the ids select. */
export function selection_where(
  entity: Entity,
  asker: Asker,
  selection: Selection,
  at?: string,
): RecordCondition {
  return selection_read(entity, asker, selection, at).where;
}
