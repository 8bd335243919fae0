/**
 * Loads the counts of the user's pending items for the menu. They are loaded after a live message, every minute, and
 * when the window is shown again.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../api/client.ts';
import { windowLive } from '../api/live.ts';
import { queryClient } from './queryClient.ts';
import { useSession } from './session.ts';

export type TaskCounts = Data<'taskCounts'>;

const KEY = 'taskCounts';
const EVERY_MS = 60_000;

/** Number of components that show counts. They share one listener. */
let holders = 0;
let release: () => void = () => {};

function subscribeCounts(): () => void {
  holders += 1;
  if (holders === 1) release = windowLive().counts(refreshCounts);
  return () => {
    holders -= 1;
    if (holders === 0) release();
  };
}

export function useTaskCounts(): TaskCounts | undefined {
  const signedIn = useSession(({ status }) => status === 'user');
  useEffect(() => (signedIn ? subscribeCounts() : undefined), [signedIn]);
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

export function refreshCounts(): void {
  void queryClient.invalidateQueries({ queryKey: [KEY] });
}
