/** Searches a station's variables on the server, page by page, because a station can have ten thousand. */
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import type { FoundVariable } from './variableOptions.ts';

const PAGE = 50;
const FRESH_MS = 20_000;
const NAMES = 200;

interface Search {
  stationSn: string;
  search: string;
  /** True to list distinct telemetry keys instead of variables. */
  keys: boolean;
  enabled: boolean;
}

export function useVariableSearch({ stationSn, search, keys, enabled }: Search) {
  const query = useInfiniteQuery(
    {
      queryKey: ['variablesFound', stationSn, keys, search],
      queryFn: ({ signal, pageParam }) =>
        call(
          'variablesFound',
          {
            query: {
              stationSn,
              search: search || undefined,
              keys: keys || undefined,
              current: pageParam,
              size: PAGE,
            },
          },
          { quiet: true, signal },
        ),
      initialPageParam: 1,
      getNextPageParam: ({ current, size, total }) => (current * size < total ? current + 1 : undefined),
      enabled: enabled && stationSn !== '',
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  return {
    found: data?.pages.flatMap(({ records }) => records) ?? [],
    total: data?.pages[0]?.total ?? 0,
    status: isError ? 'failed' : isPending ? 'loading' : 'ready',
    more() {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    retry: () => void refetch(),
  } as const;
}

type Names = Promise<Map<string, FoundVariable>>;
const questions = new Map<string, { sns: Set<string>; answer: Names }>();

/**
 * Returns a variable of the station with its name. Null if there is none. The requests of all controls in a
 * form are combined.
 */
async function nameVariable(stationSn: string, sn: string): Promise<FoundVariable | null> {
  let batch = questions.get(stationSn);
  if (!batch || batch.sns.size >= NAMES) {
    const sns = new Set<string>();
    const answer = Promise.resolve().then(async () => {
      if (questions.get(stationSn)?.sns === sns) questions.delete(stationSn);
      const query = { stationSn, sns: [...sns].join(','), size: NAMES };
      const { records } = await call('variablesFound', { query }, { quiet: true });
      return new Map(records.map((variable) => [variable.sn, variable]));
    });
    batch = { sns, answer };
    questions.set(stationSn, batch);
  }
  batch.sns.add(sn);
  return (await batch.answer).get(sn) ?? null;
}

/** Returns the chosen variables by serial number. Unknown and not yet loaded variables are missing. */
export function useVariablesNamed(
  stationSn: string,
  sns: readonly string[],
): ReadonlyMap<string, FoundVariable> {
  const results = useQueries(
    {
      queries: [...new Set(sns)].map((sn) => ({
        queryKey: ['variableNamed', stationSn, sn],
        queryFn: () => nameVariable(stationSn, sn),
        enabled: stationSn !== '',
        staleTime: FRESH_MS,
      })),
    },
    queryClient,
  );
  return new Map(results.flatMap(({ data }) => (data ? [[data.sn, data]] : [])));
}
