import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

export type Catalogue = Data<'accessPermissions'>;
export type CatalogueEntity = Catalogue['entities'][number];

/** Loads every permission with its titles, once. */
export function useCatalogue() {
  return useQuery(
    {
      queryKey: ['access', 'permissions'],
      queryFn: ({ signal }) => call('accessPermissions', {}, { quiet: true, signal }),
      staleTime: 60_000,
    },
    queryClient,
  );
}
