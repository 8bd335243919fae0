/** The query cache of columns, which are loaded separately. A card is in one column only. */
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import type { ListRecord, RecordPage } from '../../../record/calls/useRecords.ts';
import type { ListQuery } from '../../../record/query/query.ts';
import type { ColumnValue } from './drop.ts';

type ColumnData = InfiniteData<RecordPage>;

const columnsOf = (entity: EntityDefinition): QueryKey => ['records', entity.name, 'column'];
const columnOf = (key: QueryKey) => key[3] as ColumnValue;

export const columnKey = (entity: EntityDefinition, value: ColumnValue, query: ListQuery): QueryKey => [
  ...columnsOf(entity),
  value,
  query,
];

/** Returns the column without certain records and with the corrected total. */
function without(data: ColumnData, isGone: (record: ListRecord) => boolean): ColumnData {
  const gone = data.pages.flatMap(({ records }) => records.filter(isGone)).length;
  if (gone === 0) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    total: page.total - gone,
    records: page.records.filter((record) => !isGone(record)),
  }));
  return { ...data, pages };
}

/** Returns the column with the record in first place. */
function withFirst(data: ColumnData, record: ListRecord): ColumnData {
  const pages = data.pages.map((page, index) => ({
    ...page,
    total: page.total + 1,
    records: index === 0 ? [record, ...page.records] : page.records,
  }));
  return { ...data, pages };
}

/** Removes newly loaded records of a column from other columns, which contain older versions. */
export function takeFromOthers(entity: EntityDefinition, value: ColumnValue, read: ListRecord[]): void {
  const versions = new Map(read.map(({ id, version }) => [id, version]));
  const isOlder = ({ id, version }: ListRecord) => (versions.get(id) ?? version) > version;
  queryClient.setQueriesData<ColumnData>(
    { queryKey: columnsOf(entity), predicate: ({ queryKey }) => columnOf(queryKey) !== value },
    (data) => data && without(data, isOlder),
  );
}

/**
 * Shows a record in its new column before the server has answered.
 *
 * @returns a function that moves the record back, for an error of the server
 */
export function placeRecord(
  entity: EntityDefinition,
  by: string,
  record: ListRecord,
  value: ColumnValue,
): () => void {
  const queryKey = columnsOf(entity);
  // A late answer of an earlier request would move the card back.
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData<ColumnData>({ queryKey });
  for (const [key, data] of before) {
    if (!data) continue;
    const others = without(data, ({ id }) => id === record.id);
    const placed = { ...record, [by]: value };
    queryClient.setQueryData(key, columnOf(key) === value ? withFirst(others, placed) : others);
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
