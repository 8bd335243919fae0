/** Comments, files and history of a record. They are loaded when shown, and again after each change. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { refreshRecords } from './useRecords.ts';

export type RecordChange = Data<'recordHistory'>['records'][number];
export type FieldChange = RecordChange['changes'][number];
export type RecordComment = Data<'recordComments'>['records'][number];
export type RecordAttachment = Data<'recordAttachments'>[number];

export interface RecordRef {
  entity: Entity;
  id: number;
}

const PAGE = 20;

export const recordPath = ({ entity, id }: RecordRef) => ({ entity: entity.name, id });
const recordKey = ({ entity, id }: RecordRef) => ['record', entity.name, id];

/** Refreshes comments, attachments and history of the record. */
export const refreshRecord = (record: RecordRef): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: recordKey(record) });

/** Refreshes a changed record, and every list with it. */
export async function refreshAfterChange(record: RecordRef): Promise<void> {
  await Promise.all([refreshRecord(record), refreshRecords(record.entity)]);
}

export function useRecordCounts(record: RecordRef) {
  return useQuery(
    {
      queryKey: [...recordKey(record), 'counts'],
      queryFn: ({ signal }) => call('recordCounts', { path: recordPath(record) }, { quiet: true, signal }),
    },
    queryClient,
  ).data;
}

const pageOf = (pageParam: number) => ({ current: pageParam, size: PAGE });
const nextPage = (last: { total: number; current: number; size: number }) =>
  last.current * last.size < last.total ? last.current + 1 : undefined;

/** `version`: a changed record needs a reload of its history. */
export function useRecordHistory(record: RecordRef, version: number) {
  return useInfiniteQuery(
    {
      queryKey: [...recordKey(record), 'history', version],
      queryFn: ({ pageParam, signal }) =>
        call(
          'recordHistory',
          { path: recordPath(record), query: pageOf(pageParam) },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: nextPage,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
}

export function useRecordComments(record: RecordRef) {
  return useInfiniteQuery(
    {
      queryKey: [...recordKey(record), 'comments'],
      queryFn: ({ pageParam, signal }) =>
        call(
          'recordComments',
          { path: recordPath(record), query: pageOf(pageParam) },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: nextPage,
    },
    queryClient,
  );
}

export function useRecordAttachments(record: RecordRef) {
  return useQuery(
    {
      queryKey: [...recordKey(record), 'attachments'],
      queryFn: ({ signal }) =>
        call('recordAttachments', { path: recordPath(record) }, { quiet: true, signal }),
    },
    queryClient,
  );
}
