/** Searches referenced records during typing, and loads their names. */
import { useQuery } from '@tanstack/react-query';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { isColleague, listColleagues } from './colleagues.ts';
import { describeRecords, listCall, readNames } from './refList.ts';
import { needFilter, type RefTarget, unlockedLeaves } from './refTarget.ts';

const SEARCH_SIZE = 20;
const FRESH_MS = 60_000;

/** Searches selectable records. Empty while another field must be chosen first. */
export function useRefSearch(target: RefTarget, search: string, enabled: boolean) {
  const narrowed = target.unlocked ? entityRegistry.get(target.entity) : undefined;
  const filter = needFilter(target.needs, ...(narrowed ? unlockedLeaves(narrowed) : []));
  const kind = ['ref', target.entity, target.key, 'search', currentLang(), filter ?? ''];
  const result = useQuery(
    {
      queryKey: [...kind, search],
      queryFn: async ({ signal }) => {
        if (isColleague(target)) return listColleagues(search, signal);
        const query = { filter, search: search || undefined, current: 1, size: SEARCH_SIZE };
        return describeRecords(target, (await listCall(target.entity, query, signal)).records, signal);
      },
      enabled: enabled && !target.awaits,
      staleTime: FRESH_MS,
      // Previous options are kept for the same query only. Options of another query would be wrong.
      placeholderData: (previous, query) =>
        kind.every((part, index) => query?.queryKey[index] === part) ? previous : undefined,
    },
    queryClient,
  );
  return {
    options: target.awaits ? [] : (result.data ?? []),
    loading: result.isLoading,
    failed: result.isError,
  };
}

type Key = string | number;
type Names = [Key, string][];

function useNames(
  target: RefTarget | null,
  keys: Key[],
  kind: string,
  read: (target: RefTarget, keys: Key[], signal: AbortSignal) => Promise<Names>,
): Map<Key, string> {
  const sorted = [...new Set(keys)].sort();
  const { data } = useQuery(
    {
      queryKey: ['ref', target?.entity, target?.key, kind, currentLang(), sorted],
      queryFn: ({ signal }) => read(target!, sorted, signal),
      enabled: target !== null && sorted.length > 0,
      staleTime: FRESH_MS,
      placeholderData: (previous) => previous,
      retry: false,
    },
    queryClient,
  );
  return new Map(data);
}

/** Returns the names of stored references, in one request. A deleted or inaccessible record is shown by its key. */
export function useRefLabels(target: RefTarget | null, keys: Key[]): Map<Key, string> {
  return useNames(target, keys, 'names', readNames);
}

async function readOptions(target: RefTarget, keys: Key[], signal: AbortSignal): Promise<Names> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const names = await readNames(target, keys, signal, (records) => rows.push(...records));
  const described = await describeRecords(target, rows, signal);
  return [...names, ...described.map(({ value, label }): [Key, string] => [value, label])];
}

/** Returns the options of stored references for a picker. Records with equal names get a distinguishing text. */
export function useRefOptions(target: RefTarget | null, keys: Key[]): Map<Key, string> {
  return useNames(target, keys, 'options', readOptions);
}
