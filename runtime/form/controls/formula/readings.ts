/** Loads the current values of a formula's variables (C006), in the refresh interval of boards. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Data } from '../../../../generated/calls.ts';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';

export type FormulaReading = Data<'realtimeDataByVariable'>[number];

const EVERY_MS = 20_000;

/** Returns the values by variable number. Variables without an answer are missing. */
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
