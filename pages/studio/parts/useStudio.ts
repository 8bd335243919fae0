import { useQuery } from '@tanstack/react-query';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { loadDefinitions } from '../../../runtime/shell/definitions/appliedDefinitions.ts';
import type { Document, Kind, Verdict } from './document.ts';
import { metasOf } from './source/meta.ts';

export const useDefinitions = () =>
  useQuery(
    { queryKey: ['studio', 'list'], queryFn: () => call('studioDefinitions', {}, { quiet: true }) },
    queryClient,
  );

export const useDefinition = (kind: Kind, name: string | null) =>
  useQuery(
    {
      queryKey: ['studio', 'one', kind, name],
      queryFn: () => call('studioDefinition', { path: { kind, name: name ?? '' } }, { quiet: true }),
      enabled: name !== null,
      retry: false,
    },
    queryClient,
  );

export const useMetas = () =>
  useQuery(
    {
      queryKey: ['studio', 'meta'],
      queryFn: async () => metasOf(await call('studioMeta', {}, { quiet: true })),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );

/** Returns the server's check of a document, which is repeated when the document changes. */
export function useVerdict(kind: Kind, name: string | null, document: Document | null, enabled: boolean) {
  return useQuery(
    {
      queryKey: ['studio', 'check', kind, name, document],
      queryFn: ({ signal }): Promise<Verdict> =>
        call(
          'studioCheck',
          { body: { kind, ...(name && { name }), document: document! } },
          { quiet: true, signal },
        ),
      enabled: enabled && document !== null,
      placeholderData: (before, query) => (query?.queryKey[3] === name ? before : undefined),
      gcTime: 60_000,
      retry: false,
    },
    queryClient,
  );
}

/**
 * Reloads the definitions in this browser after something was applied or undone. Other browsers reload them when users
 * return to them.
 */
export async function refreshStudio(): Promise<void> {
  await loadDefinitions();
  await queryClient.invalidateQueries({ queryKey: ['studio'] });
}
