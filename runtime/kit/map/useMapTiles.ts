import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { queryClient } from '../session/queryClient.ts';

/** Loads the address of the company's own tiles once. `tiles` is null if there are none. */
export function useMapTiles(): { isPending: boolean; tiles: string | null } {
  const { data, isPending } = useQuery(
    {
      queryKey: ['mapTiles'],
      queryFn: ({ signal }) => call('mapTiles', {}, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    queryClient,
  );
  return { isPending, tiles: data?.tiles ?? null };
}
