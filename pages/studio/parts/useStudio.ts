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

/** Returns what the server says about a document; asked again whenever it says something else. */
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

/** After something was applied or undone: this browser follows at once, others when they are looked at. */
export async function refreshStudio(): Promise<void> {
  await loadDefinitions();
  await queryClient.invalidateQueries({ queryKey: ['studio'] });
}
