/** What belongs to a record of any entity: read when looked at, read anew after every change. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Data } from '../../generated/calls.ts';
import { call } from '../api/client.ts';
import type { Entity } from '../core/definitions/entities.ts';
import { queryClient } from '../form/queryClient.ts';
import { records_refresh } from '../list/useRecords.ts';

export type RecordChange = Data<'recordHistory'>['records'][number];
export type FieldChange = RecordChange['changes'][number];
export type RecordComment = Data<'recordComments'>['records'][number];
export type RecordAttachment = Data<'recordAttachments'>[number];

export interface RecordRef {
  entity: Entity;
  id: number;
}

const PAGE = 20;

export const record_path = ({ entity, id }: RecordRef) => ({ entity: entity.name, id });
const record_key = ({ entity, id }: RecordRef) => ['record', entity.name, id];

/** Comments, attachments and history of the record are old. */
export const record_refresh = (record: RecordRef): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: record_key(record) });

/** The record itself has changed, and with it every list that it stands in. */
export async function record_changed(record: RecordRef): Promise<void> {
  await Promise.all([record_refresh(record), records_refresh(record.entity)]);
}

export function useRecordCounts(record: RecordRef) {
  return useQuery(
    {
      queryKey: [...record_key(record), 'counts'],
      queryFn: ({ signal }) => call('recordCounts', { path: record_path(record) }, { quiet: true, signal }),
    },
    queryClient,
  ).data;
}

const pageOf = (pageParam: number) => ({ current: pageParam, size: PAGE });
const next_page = (last: { total: number; current: number; size: number }) =>
  last.current * last.size < last.total ? last.current + 1 : undefined;

/** `version`: a changed record has a longer history. */
export function useRecordHistory(record: RecordRef, version: number) {
  return useInfiniteQuery(
    {
      queryKey: [...record_key(record), 'history', version],
      queryFn: ({ pageParam, signal }) =>
        call(
          'recordHistory',
          { path: record_path(record), query: pageOf(pageParam) },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: next_page,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
}

export function useRecordComments(record: RecordRef) {
  return useInfiniteQuery(
    {
      queryKey: [...record_key(record), 'comments'],
      queryFn: ({ pageParam, signal }) =>
        call(
          'recordComments',
          { path: record_path(record), query: pageOf(pageParam) },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: next_page,
    },
    queryClient,
  );
}

export function useRecordAttachments(record: RecordRef) {
  return useQuery(
    {
      queryKey: [...record_key(record), 'attachments'],
      queryFn: ({ signal }) =>
        call('recordAttachments', { path: record_path(record) }, { quiet: true, signal }),
    },
    queryClient,
  );
}
