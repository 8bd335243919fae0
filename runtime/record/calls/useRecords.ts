import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { EntityAction, OperationId } from '../../../generated/operations.ts';
import { entityOperation, operationInfo } from '../../core/definitions/operations.ts';
import type { Values } from '../../core/rules/rule.ts';
import { REFRESH_MS } from '../../core/scheduler/refreshInterval.ts';
import { learnLabels } from '../../form/values/refNames.ts';
import { type CallInput, type CallOptions, call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import type { ListMode, ListQuery, SelectedRecords } from '../query/query.ts';

/** A record as the server returns it: its fields, system fields, and the user's actions. */
export type ListRecord = Values & {
  id: number;
  version: number;
  _actions?: string[];
  /** Fields that the user may not write. */
  _readonly?: string[];
  /** The user's marks, with the number of users for each. */
  _marks?: Record<string, { on: boolean; count?: number }>;
  /** True for a record with children in a tree. */
  _below?: boolean;
};

export interface RecordPage {
  records: ListRecord[];
  total: number;
  /** The cursor of the next page in endless mode. Null at the end. */
  next?: string | null;
}

type PageQuery = ListQuery & { current?: number; size: number; cursor?: string; columns?: string };

export function operationOf(entity: EntityDefinition, action: EntityAction): OperationId | undefined {
  return entityOperation(entity.name, action);
}

/** Runs a generic operation by name. The types of its input are known at run time only. */
function run(
  entity: EntityDefinition,
  action: EntityAction,
  input: object,
  options: Pick<CallOptions, 'signal' | 'name'> = {},
): Promise<unknown> {
  const operation = operationOf(entity, action);
  if (!operation) throw new Error(`${entity.name} has no operation ${action}`);
  return call(operation, input as CallInput<OperationId>, { quiet: true, ...options }).then(learnLabels);
}

/** Puts the id into the path if the operation has such a parameter, otherwise into the query. */
function byId(entity: EntityDefinition, action: EntityAction, id: unknown): object {
  const operation = operationOf(entity, action);
  return operation && operationInfo(operation).path.includes('{id}') ? { path: { id } } : { query: { id } };
}

export function listRecords(
  entity: EntityDefinition,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  return run(entity, 'list', { query }, { signal }) as Promise<RecordPage>;
}

interface SelectedQuery {
  selection: SelectedRecords;
  sort: string | undefined;
  current: number;
  size: number;
}

/** Loads a page of the selected records, or of all matches of the filter, in the list's order. */
export async function fetchSelectedRecords(
  entity: EntityDefinition,
  body: SelectedQuery,
  signal: AbortSignal,
): Promise<RecordPage> {
  const input = { path: { entity: entity.name }, body };
  return learnLabels(await call('recordSelected', input, { quiet: true, signal }));
}

interface Shown {
  mode: ListMode;
  current: number;
  size: number;
}

/** Page size in endless mode. */
const STRETCH = 100;
const NO_RECORDS: ListRecord[] = [];

/** Returns the rows of the list: a page, or all up to the scroll position. */
export function useRecords(entity: EntityDefinition, query: ListQuery, { mode, current, size }: Shown) {
  const endless = mode === 'endless';
  const page = useQuery(
    {
      queryKey: ['records', entity.name, 'page', query, current, size],
      queryFn: ({ signal }) => listRecords(entity, { ...query, current, size }, signal),
      placeholderData: (previous) => previous,
      enabled: mode === 'pages',
    },
    queryClient,
  );
  const stretch = useInfiniteQuery(
    {
      queryKey: ['records', entity.name, 'endless', query],
      queryFn: ({ pageParam, signal }) =>
        listRecords(entity, { ...query, size: STRETCH, cursor: pageParam }, signal),
      initialPageParam: '',
      getNextPageParam: (last: RecordPage) => last.next ?? undefined,
      placeholderData: (previous) => previous,
      enabled: endless,
    },
    queryClient,
  );
  const stretched = stretch.data?.pages;
  const records = useMemo(
    () => (endless ? stretched?.flatMap((page) => page.records) : page.data?.records) ?? NO_RECORDS,
    [endless, stretched, page.data],
  );
  const { isPending, isError, error, isPlaceholderData, refetch } = endless ? stretch : page;
  return {
    records,
    total: (endless ? stretched?.[0] : page.data)?.total,
    isPending,
    isError,
    error,
    isPlaceholderData,
    retry: () => void refetch(),
    more: endless && stretch.hasNextPage,
    loadingMore: stretch.isFetchingNextPage,
    loadMore: stretch.fetchNextPage,
  };
}

export const readRecord = (entity: EntityDefinition, id: number, signal?: AbortSignal): Promise<ListRecord> =>
  run(entity, 'get', byId(entity, 'get', id), { signal }) as Promise<ListRecord>;

/** Returns whether other users may decide on these records while they are displayed. */
const isDecided = ({ states, approval }: EntityDefinition): boolean => (states ?? approval) !== undefined;

/** Refreshes the lists when a loaded record has another version. */
function useListsFollow(entity: EntityDefinition, record: ListRecord | undefined): void {
  const { id, version } = record ?? {};
  const before = useRef({ id, version });
  useEffect(() => {
    const isNew = id === before.current.id && version !== before.current.version;
    before.current = { id, version };
    if (isNew)
      void queryClient.invalidateQueries({
        queryKey: ['records', entity.name],
        predicate: ({ queryKey }) => queryKey[2] !== 'one',
      });
  }, [entity, id, version]);
}

/**
 * Loads the current record. Until then a known row is shown. The displayed record is updated when other users change
 * it.
 */
export function useRecord(entity: EntityDefinition, id: number, knownRecord: ListRecord | undefined) {
  const answer = useQuery(
    {
      queryKey: ['records', entity.name, 'one', id],
      queryFn: ({ signal }) => readRecord(entity, id, signal),
      enabled: operationOf(entity, 'get') !== undefined,
      placeholderData: knownRecord,
      retry: false,
      refetchInterval: isDecided(entity) && REFRESH_MS,
    },
    queryClient,
  );
  useListsFollow(entity, answer.isPlaceholderData ? undefined : answer.data);
  return answer;
}

/** Reloads all data of an entity: lists, records, totals. */
export function refreshRecords(entity: EntityDefinition): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['records', entity.name] });
}

/** Creates or changes a record. With a key the server executes a repeated request only once. */
export const writeRecord = (
  entity: EntityDefinition,
  action: 'create' | 'update',
  body: Values,
  name?: string,
): Promise<ListRecord> =>
  run(entity, action, { path: writePath(action, body), body }, { name }) as Promise<ListRecord>;

export const writePath = (action: 'create' | 'update', { id }: Values): Values =>
  action === 'update' ? { id } : {};

export function useRecordActions(entity: EntityDefinition) {
  const refresh = () => refreshRecords(entity);
  const update = useMutation(
    { mutationFn: (body: Values) => writeRecord(entity, 'update', body), onSuccess: refresh },
    queryClient,
  );
  const remove = useMutation(
    {
      mutationFn: (id: number) => run(entity, 'delete', byId(entity, 'delete', id)),
      // The record and its approval are not reloaded, because a component that is still mounted would request a deleted
      // record.
      onSuccess: (_, id) =>
        queryClient.invalidateQueries({
          queryKey: ['records', entity.name],
          predicate: ({ queryKey }) => queryKey[2] !== 'one' || queryKey[3] !== id,
        }),
    },
    queryClient,
  );
  return { update, remove, refresh };
}
