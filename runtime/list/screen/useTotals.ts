import { useQuery } from '@tanstack/react-query';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import type { ListSelection } from '../../record/query/query.ts';
import type { Sums } from '../table/TotalsRow.tsx';

/** Returns the sums of all matches of the filter. Null if the list has none, or if loading failed. */
export function useTotals(entity: EntityDefinition, { filter, search }: ListSelection): Sums | null {
  const isEnabled = (entity.list.totals?.length ?? 0) > 0;
  const { data } = useQuery(
    {
      queryKey: ['records', entity.name, 'totals', filter, search],
      queryFn: ({ signal }) =>
        call(
          'recordTotals',
          { path: { entity: entity.name }, query: { filter, search } },
          { quiet: true, signal },
        ),
      enabled: isEnabled,
      retry: false,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  return isEnabled && data ? { ...data.sums, ...data.currencies } : null;
}
