/** The cache of lists and pickers. Another tenant or a sign-out empties it. */
import { QueryClient } from '@tanstack/react-query';
import { followDefinitions } from '../../core/definitions/registry.ts';
import { ApiError } from '../api/errors.ts';
import { areRightsNew, useSession } from './session.ts';

const RETRIES = 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Only a lost connection is retried, because repeating a request does not change an answer.
      retry: (count, error) => count < RETRIES && error instanceof ApiError && error.failure === 'connection',
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
    mutations: { networkMode: 'always' },
  },
});

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId) queryClient.clear();
  else if (areRightsNew(now, before)) void queryClient.invalidateQueries();
});

// Answers from before a change of a definition may lack fields that it names now.
followDefinitions('entities', () => void queryClient.invalidateQueries());
