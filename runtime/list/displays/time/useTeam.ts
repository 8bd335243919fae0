import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Data } from '../../../../generated/calls.ts';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';

/** Milliseconds. Departments seldom change. */
const FRESH_MS = 600_000;

interface Team {
  people: Data<'userTeam'>['records'];
  /** True if more people exist and are not loading. */
  more: boolean;
  loadMore(): unknown;
}

/** Returns the people of the user's departments, who get a lane even without work. Empty if not wanted. */
export function useTeam(isEnabled: boolean): Team {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: ['userTeam'],
      // After a failure, people with work are still shown.
      queryFn: ({ pageParam, signal }) =>
        call('userTeam', { query: { current: pageParam } }, { quiet: true, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ current, size, total }) => (current * size < total ? current + 1 : null),
      staleTime: FRESH_MS,
      enabled: isEnabled,
    },
    queryClient,
  );
  const people = useMemo(
    () => (isEnabled && data?.pages.flatMap((page) => page.records)) || [],
    [isEnabled, data],
  );
  return {
    people,
    more: isEnabled && hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    loadMore: fetchNextPage,
  };
}
