/** The cache of lists and pickers. Another tenant or a sign-out empties it. */
import { QueryClient } from '@tanstack/react-query';
import { followDefinitions } from '../../core/definitions/registry.ts';
import { ApiError } from '../api/errors.ts';
import { areRightsNew, useSession } from './session.ts';

const RETRIES = 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // An answer stays what it is, however often one asks; only a lost connection deserves another try.
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

// Answers from before a definition changed may lack what it names now.
followDefinitions('entities', () => void queryClient.invalidateQueries());
