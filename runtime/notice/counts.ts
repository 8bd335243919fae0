/** What waits for the user, for the numbers in the menu: asked again every minute and when the window is looked at. */
import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../generated/calls.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../form/queryClient.ts';
import { useSession } from '../shell/session.ts';

export type TaskCounts = Data<'taskCounts'>;

const KEY = 'taskCounts';
const EVERY_MS = 60_000;

export function useTaskCounts(): TaskCounts | undefined {
  const signedIn = useSession(({ status }) => status === 'user');
  const { data } = useQuery(
    {
      queryKey: [KEY],
      queryFn: ({ signal }) => call('taskCounts', {}, { quiet: true, signal }),
      enabled: signedIn,
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: 'always',
    },
    queryClient,
  );
  return data;
}

export function counts_refresh(): void {
  void queryClient.invalidateQueries({ queryKey: [KEY] });
}
