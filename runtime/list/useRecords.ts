import { useMutation, useQuery } from '@tanstack/react-query';
import type { EntityDefinition } from '../../generated/definition.ts';
import {
  type EntityAction,
  entityOperations,
  type OperationId,
  operations,
} from '../../generated/operations.ts';
import { type CallInput, call } from '../api/client.ts';
import type { Values } from '../core/rule.ts';
import { queryClient } from '../form/queryClient.ts';
import type { ListQuery } from './query.ts';

/** A record as answered: its fields, those of the server, and what the user may do with it. */
export type ListRecord = Values & { id: number; version: number; _actions?: string[] };

export interface RecordPage {
  records: ListRecord[];
  total: number;
}

export function operation_of(entity: EntityDefinition, action: EntityAction): OperationId | undefined {
  return (entityOperations as Record<string, Partial<Record<EntityAction, OperationId>>>)[entity.name]?.[
    action
  ];
}

/** A generic operation by its name: the types of its parts are those of the entity, known at run time only. */
function run(
  entity: EntityDefinition,
  action: EntityAction,
  input: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const operation = operation_of(entity, action);
  if (!operation) throw new Error(`${entity.name} has no operation ${action}`);
  return call(operation, input as CallInput<OperationId>, { quiet: true, signal });
}

/** The id goes where the operation wants it: the path when it has a place there, the query otherwise. */
function by_id(entity: EntityDefinition, action: EntityAction, id: unknown): object {
  const operation = operation_of(entity, action);
  return operation && operations[operation].path.includes('{id}') ? { path: { id } } : { query: { id } };
}

export function useRecords(entity: EntityDefinition, query: ListQuery) {
  return useQuery(
    {
      queryKey: ['records', entity.name, query],
      queryFn: ({ signal }) => run(entity, 'list', { query }, signal) as Promise<RecordPage>,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
}

/** One record, as the server has it now; the row that is known already is shown meanwhile. */
export function useRecord(entity: EntityDefinition, id: number, known: ListRecord | undefined) {
  return useQuery(
    {
      queryKey: ['records', entity.name, 'one', id],
      queryFn: ({ signal }) => run(entity, 'get', by_id(entity, 'get', id), signal) as Promise<ListRecord>,
      enabled: operation_of(entity, 'get') !== undefined,
      placeholderData: known,
      retry: false,
    },
    queryClient,
  );
}

export function useRecordActions(entity: EntityDefinition) {
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['records', entity.name] });
  const create = useMutation(
    {
      mutationFn: (body: Values) => run(entity, 'create', { body }) as Promise<ListRecord>,
      onSuccess: refresh,
    },
    queryClient,
  );
  const update = useMutation(
    {
      mutationFn: (body: Values) =>
        run(entity, 'update', { path: { id: body.id }, body }) as Promise<ListRecord>,
      onSuccess: refresh,
    },
    queryClient,
  );
  const remove = useMutation(
    {
      mutationFn: (id: number) => run(entity, 'delete', by_id(entity, 'delete', id)),
      onSuccess: refresh,
    },
    queryClient,
  );
  return { create, update, remove, refresh };
}
