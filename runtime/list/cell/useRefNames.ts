import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../core/definitions/entities.ts';
import { findNames } from '../../form/values/refNames.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { type ListRecord, listRecords } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';

type Key = string | number;
/** The names of referenced records, by column and key. */
export type RefNames = ReadonlyMap<string, ReadonlyMap<Key, string>>;

interface Part {
  column: string;
  target: string;
  field: string;
  keys: Key[];
}

/** Maximum number of names in one request. */
const PART = 100;
const FRESH_MS = 60_000;

/** Groups the keys of the displayed rows. Existing groups do not change when more rows are loaded. */
function makeParts(
  entity: EntityDefinition,
  columns: readonly string[],
  records: readonly ListRecord[],
): Part[] {
  return columns.flatMap((column) => {
    const shown = listField(entity, column);
    // In a list of references, the items contain the target.
    const { 'x-ref': target, 'x-refKey': field = 'id' } = shown.items?.['x-ref'] ? shown.items : shown;
    if (!target) return [];
    const keys = [
      ...new Set(
        records
          .flatMap((record) => record[column])
          .filter((key) => key !== null && key !== undefined && key !== ''),
      ),
    ] as Key[];
    const parts: Part[] = [];
    for (let start = 0; start < keys.length; start += PART)
      parts.push({ column, target, field, keys: keys.slice(start, start + PART) });
    return parts;
  });
}

const loadNames = ({ target, field, keys }: Part, signal: AbortSignal): Promise<[Key, string][]> =>
  findNames({ entity: target, key: field, keys }, (filter) =>
    listRecords(entityOf(target), { filter, current: 1, size: PART }, signal),
  );

/**
 * Returns the names of all references in the displayed rows, with many names per request. A key without a name remains.
 */
export function useRefNames(
  entity: EntityDefinition,
  columns: readonly string[],
  records: readonly ListRecord[],
): RefNames {
  const parts = useMemo(() => makeParts(entity, columns, records), [entity, columns, records]);
  const combine = useCallback(
    (results: UseQueryResult<[Key, string][]>[]): RefNames => {
      const names = new Map<string, Map<Key, string>>();
      for (const [index, { data, isPending }] of results.entries()) {
        const { column, keys } = parts[index]!;
        const labels = names.get(column) ?? new Map<Key, string>();
        // While names load, the text is empty. A number that changes to a name would look like an error.
        if (isPending) for (const key of keys) labels.set(key, '');
        for (const [key, name] of data ?? []) labels.set(key, name);
        names.set(column, labels);
      }
      return names;
    },
    [parts],
  );
  return useQueries(
    {
      queries: parts.map((part) => ({
        queryKey: ['ref', part.target, part.field, 'columnNames', currentLang(), part.keys],
        queryFn: ({ signal }: { signal: AbortSignal }) => loadNames(part, signal),
        staleTime: FRESH_MS,
        retry: false,
      })),
      combine,
    },
    queryClient,
  );
}
