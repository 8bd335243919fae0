import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../../generated/calls.ts';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';

/** People seldom join a department. */
const FRESH_MS = 600_000;
const NONE: Data<'userTeam'> = [];

/** Returns the people of the user's departments, who have a lane even without work. None unless wanted. */
export function useTeam(isWanted: boolean): Data<'userTeam'> {
  const { data } = useQuery(
    {
      queryKey: ['userTeam'],
      // If the call fails, the people with work are still shown.
      queryFn: ({ signal }) => call('userTeam', {}, { quiet: true, signal }),
      staleTime: FRESH_MS,
      enabled: isWanted,
    },
    queryClient,
  );
  return isWanted && data ? data : NONE;
}
