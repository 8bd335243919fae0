/** Records that other records point at: searched for while one types, named where they are shown. */
import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../generated/definition.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { entityOperation } from '../../core/definitions/operations.ts';
import { type CallInput, call } from '../../kit/api/client.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { recordName } from './recordName.ts';
import { findNames } from './refNames.ts';

export interface RefTarget {
  entity: string;
  key: string;
}

/** Returns what a field, or each value of a list, points at. */
export function refTarget(field: Field): RefTarget | null {
  const { 'x-ref': entity, 'x-refKey': key = 'id' } = field.items?.['x-ref'] ? field.items : field;
  return entity ? { entity, key } : null;
}

export interface RefOption {
  value: string | number;
  label: string;
}

interface RecordPage {
  records: Record<string, unknown>[];
  /** The cursor with which a reading goes on; null at the end. */
  next?: string | null;
}

const SEARCH_SIZE = 20;
/** The most rows that a page shows. */
const MAX_NAMES = 50;
const FRESH_MS = 60_000;

/** The list call of an entity by its name: its record type is known only at run time. */
export function listCall(
  entity: string,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const operation = entityOperation(entity, 'list');
  if (!operation) return Promise.resolve({ records: [] });
  const input = { query } as CallInput<OperationId>;
  return call(operation, input, { quiet: true, signal }) as Promise<RecordPage>;
}

export function refOption({ entity, key }: RefTarget, record: Record<string, unknown>): RefOption {
  const target = entityRegistry.get(entity);
  const name = target && recordName(target, record);
  return { value: record[key] as string | number, label: name ?? String(record[key]) };
}

export function useRefSearch(target: RefTarget, search: string, enabled: boolean) {
  const result = useQuery(
    {
      queryKey: ['ref', target.entity, target.key, 'search', search],
      queryFn: ({ signal }) =>
        listCall(target.entity, { search: search || undefined, current: 1, size: SEARCH_SIZE }, signal),
      enabled,
      staleTime: FRESH_MS,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  return {
    options: (result.data?.records ?? []).map((record) => refOption(target, record)),
    loading: result.isLoading,
    failed: result.isError,
  };
}

/** The names of stored references, asked for together; one that is gone, or not for these eyes, keeps its key. */
export function useRefLabels(
  target: RefTarget | null,
  keys: (string | number)[],
): Map<string | number, string> {
  const wanted = [...new Set(keys)].sort();
  const { data } = useQuery(
    {
      queryKey: ['ref', target?.entity, target?.key, 'names', currentLang(), wanted],
      queryFn: ({ signal }) =>
        findNames({ ...target!, keys: wanted }, (filter) =>
          listCall(target!.entity, { filter, current: 1, size: MAX_NAMES }, signal),
        ),
      enabled: target !== null && wanted.length > 0,
      staleTime: FRESH_MS,
      placeholderData: (previous) => previous,
      retry: false,
    },
    queryClient,
  );
  return new Map(data);
}
