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

/** A record as answered: its fields, those of the server, and what the user may do with it. */
export type ListRecord = Values & {
  id: number;
  version: number;
  _actions?: string[];
  /** Fields that the user may not write. */
  _readonly?: string[];
  /** The user's marks on it, with how many people set them. */
  _marks?: Record<string, { on: boolean; count?: number }>;
};

export interface RecordPage {
  records: ListRecord[];
  total: number;
  /** The cursor with which the endless mode goes on; null at the end. */
  next?: string | null;
}

type PageQuery = ListQuery & { current?: number; size: number; cursor?: string; columns?: string };

export function operationOf(entity: EntityDefinition, action: EntityAction): OperationId | undefined {
  return entityOperation(entity.name, action);
}

/** A generic operation by its name: the types of its parts are those of the entity, known at run time only. */
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

/** The id goes where the operation wants it: the path when it has a place there, the query otherwise. */
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

/** A page of picked records, or of all that a filter selects, in the order of the list. */
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

/** The endless mode asks for so many at a time. */
const STRETCH = 100;
const NO_RECORDS: ListRecord[] = [];

/** The rows of the list: a page of them, or all up to where one has scrolled. */
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

/** Others decide on these records while a user looks at them. */
const isDecided = ({ states, approval }: EntityDefinition): boolean => (states ?? approval) !== undefined;

/** The lists that show a record are read again when it comes with another version than before. */
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
 * Reads the current record from the server; an already known row is shown in the meantime. While it is on screen, it
 * follows changes by others.
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

/** Asks again for all that was read of an entity: lists, records, totals. */
export function refreshRecords(entity: EntityDefinition): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['records', entity.name] });
}

/** Makes a record, or changes one; under a name the server carries it out once. */
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
      // Not the record itself, nor its approval: a component that still shows it would request a deleted one.
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
