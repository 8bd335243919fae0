import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Select, Tag } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { type ListRecord, listRecords } from '../calls/useRecords.ts';
import { narrowFixed } from '../query/fixed.ts';
import type { AssemblyViewProps } from './assembly.ts';
import { RecordName, useFieldTitle } from './RecordName.tsx';
import texts from './texts.json';

type Use = Data<'recordUse'>['records'][number];
type Entity = AssemblyViewProps['entity'];

/** Page size of parent records. */
const STRETCH = 100;
/** Option for the record itself. No field has this name. */
const ALONE = '';

function useUse(entity: Entity, id: number, by: string) {
  return useInfiniteQuery(
    {
      queryKey: ['records', entity.name, 'use', id, by],
      queryFn: ({ pageParam, signal }) =>
        call(
          'recordUse',
          {
            path: { entity: entity.name, id },
            query: { current: pageParam, size: STRETCH, ...(by === ALONE ? {} : { by }) },
          },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: (last, pages) => (last.total > pages.length * STRETCH ? pages.length + 1 : undefined),
    },
    queryClient,
  );
}

/** Loads the records with these ids, with the fields of their list. */
function useNamed(entity: Entity, ids: readonly number[]): ReadonlyMap<number, ListRecord> {
  const { data } = useQuery(
    {
      queryKey: ['records', entity.name, 'named', ids],
      queryFn: async ({ signal }) => {
        const parts = Array.from({ length: Math.ceil(ids.length / STRETCH) }, (_, at) =>
          ids.slice(at * STRETCH, (at + 1) * STRETCH),
        );
        const pages = await Promise.all(
          parts.map((part) =>
            listRecords(entity, { ...narrowFixed({}, { id: part }), current: 1, size: STRETCH }, signal),
          ),
        );
        return pages.flatMap(({ records }) => records);
      },
      enabled: ids.length > 0,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  return new Map(data?.map((one) => [one.id, one]));
}

/** Shows the records at all levels that contain this record, or equal parts. */
export function PartUse({ entity, record, words }: AssemblyViewProps) {
  const t = useT(texts);
  const titleOf = useFieldTitle();
  const [by, setBy] = useState(ALONE);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useUse(
    entity,
    record.id,
    by,
  );
  const rows = data?.pages.flatMap(({ records }) => records) ?? [];
  const named = useNamed(
    entity,
    rows.map(({ id }) => id),
  );
  const columns = useUseColumns(entity, words, named);
  const filled = words.used.filter(([name]) => (record[name] ?? null) !== null);
  return (
    <>
      {filled.length > 0 && (
        <div className="wd-assembly-tools">
          <Select
            aria-label={t('assembly.by')}
            value={by}
            popupMatchSelectWidth={false}
            options={[
              { value: ALONE, label: t('assembly.alone') },
              ...filled.map(([name, field]) => ({
                value: name,
                label: t('assembly.sameAs', { field: titleOf(name, field) }),
              })),
            ]}
            onChange={setBy}
          />
        </div>
      )}
      {isError && !data ? (
        <ListFailed title={t('assembly.use')} onRetry={() => void refetch()} />
      ) : data ? (
        <RowsTable<Use>
          card
          named
          label={t('assembly.use')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          empty={t('assembly.unused')}
        />
      ) : (
        <PageSkeleton />
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('assembly.more', { count: Math.min(STRETCH, (data?.pages[0]?.total ?? 0) - rows.length) })}
        </Button>
      )}
    </>
  );
}

function useUseColumns(
  entity: Entity,
  { alike }: AssemblyViewProps['words'],
  named: ReadonlyMap<number, ListRecord>,
): Column<Use>[] {
  const t = useT(texts);
  const titleOf = useFieldTitle();
  return [
    {
      id: 'record',
      title: t('assembly.part'),
      cell: ({ id, top }) => {
        const one = named.get(id);
        return (
          <span className="wd-assembly-lead">
            <RecordName entity={entity} id={id} title={one ? labelOfRecord(entity, one) : String(id)} />
            {top && <Tag>{t('assembly.top')}</Tag>}
          </span>
        );
      },
    },
    ...alike.map(
      ([name, field]): Column<Use> => ({
        id: name,
        title: titleOf(name, field),
        cell: ({ id }) => <ShownValue field={field} value={named.get(id)?.[name]} />,
      }),
    ),
    {
      id: 'quantity',
      title: t('assembly.total'),
      figures: true,
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => formatNumber(quantity),
    },
  ];
}
