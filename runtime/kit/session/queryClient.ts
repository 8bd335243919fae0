/** The cache of lists and pickers. It is cleared at sign-out and at a change of the tenant. */
import { QueryClient } from '@tanstack/react-query';
import { followDefinitions } from '../../core/definitions/registry.ts';
import { ApiError } from '../api/errors.ts';
import { areRightsNew, useSession } from './session.ts';

const RETRIES = 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Only connection errors are retried, because repeating other requests has the same result.
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

// Answers cached before a change of a definition may lack its new fields.
followDefinitions('entities', () => void queryClient.invalidateQueries());
