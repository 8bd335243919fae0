import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { PAGE_SIZES } from '../../../runtime/record/query/query.ts';

export type BinEntry = Data<'recycleBin'>['records'][number];

interface BinState {
  search: string;
  entity: string;
  current: number;
  size: number;
}

const KEY = 'bin';

function readState(params: URLSearchParams): BinState {
  const size = Number(params.get('size'));
  return {
    search: params.get('q') ?? '',
    entity: params.get('entity') ?? '',
    current: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZES[0],
  };
}

function writeState({ search, entity, current, size }: BinState): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (entity) params.set('entity', entity);
  if (current > 1) params.set('page', String(current));
  if (size !== PAGE_SIZES[0]) params.set('size', String(size));
  return params;
}

/** Returns the deleted records selected by the address. */
export function useBin() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params), [params]);
  const change = useCallback(
    (part: Partial<BinState>) =>
      setParams((now) => writeState({ ...readState(now), current: 1, ...part }), { replace: true }),
    [setParams],
  );
  const { search, entity, current, size } = state;
  const query = { search: search || undefined, entity: entity || undefined, current, size };
  const result = useQuery(
    {
      queryKey: [KEY, query],
      queryFn: ({ signal }) => call('recycleBin', { query }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
      // Records are deleted on other pages, so the bin is loaded at each visit.
      refetchOnMount: 'always',
    },
    queryClient,
  );
  return { state, change, ...result };
}

/** Reloads the bin and the lists of these entities after a restore. */
export async function refreshBin(entities: readonly string[]): Promise<void> {
  await Promise.all(
    [
      [KEY],
      ...entities.map((entity) => ['records', entity]),
      ...entities.map((entity) => ['ref', entity]),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
