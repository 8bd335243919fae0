/** The variables of a formula show their present values (C006), asked again as often as a board does. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Data } from '../../../../generated/calls.ts';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';

export type FormulaReading = Data<'realtimeDataByVariable'>[number];

const EVERY_MS = 20_000;

/** By the number of the variable; what is not answered yet is missing. */
export function useReadings(sns: readonly string[]): ReadonlyMap<string, FormulaReading> {
  const { data } = useQuery(
    {
      queryKey: ['formulaReadings', ...sns],
      queryFn: ({ signal }) =>
        call('realtimeDataByVariable', { query: { sns: sns.join(',') } }, { quiet: true, signal }),
      enabled: sns.length > 0,
      refetchInterval: EVERY_MS,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  return new Map(data?.map((reading) => [reading.sn, reading]));
}
