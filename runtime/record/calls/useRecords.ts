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
  /** The user's marks on it, with the number of users who set them. */
  _marks?: Record<string, { on: boolean; count?: number }>;
  /** In a listed tree: there are records below it. */
  _below?: boolean;
};

export interface RecordPage {
  records: ListRecord[];
  total: number;
  /** The cursor for the next part in endless mode. Null at the end. */
  next?: string | null;
}

type PageQuery = ListQuery & { current?: number; size: number; cursor?: string; columns?: string };

export function operationOf(entity: EntityDefinition, action: EntityAction): OperationId | undefined {
  return entityOperation(entity.name, action);
}

/** Runs a generic operation by its name. The types of its parts are those of the entity, known only at run time. */
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

/** Puts the id into the path if the operation has a place for it, or else into the query. */
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

/** Reads a page of selected records, or of all that a filter selects, in the order of the list. */
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

/** Number of records per request in endless mode. */
const STRETCH = 100;
const NO_RECORDS: ListRecord[] = [];

/** Returns the rows of the list: a page of them, or all up to the scroll position. */
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

/** Returns whether other users decide on these records while a user looks at them. */
const isDecided = ({ states, approval }: EntityDefinition): boolean => (states ?? approval) !== undefined;

/** Refreshes the lists with a record when it arrives in another version. */
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
 * Reads the current record from the server, and shows a known row until it arrives. While on screen, the record follows
 * changes by other users.
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

/** Reads everything of an entity again: lists, records, totals. */
export function refreshRecords(entity: EntityDefinition): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['records', entity.name] });
}

/** Creates or changes a record. With a key the server runs the request only once. */
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
      // The record and its approval are left out: a component that still shows it would request a deleted one.
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
