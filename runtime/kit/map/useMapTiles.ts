import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { queryClient } from '../session/queryClient.ts';

/** Loads the tile template of the company's map server once. `tiles` is null without such a server. */
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
