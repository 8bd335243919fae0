/** Loads the devices of a station with their variables, always in two calls (C003, C004). */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

export interface PickerDevice {
  sn: string;
  name: string;
  variables: { sn: string; code: string; name: string; kind: string }[];
}

const FRESH_MS = 60_000;

async function loadDevices(stationSn: string, signal: AbortSignal): Promise<PickerDevice[]> {
  const quiet = { quiet: true, signal };
  const devices = await call('stationDevices', { path: { stationSn } }, quiet);
  if (devices.length === 0) return [];
  const deviceSns = devices.map(({ sn }) => sn).join(',');
  const groups = await call('deviceVariablesOfDevices', { query: { deviceSns } }, quiet);
  const bySn = new Map(groups.map((group) => [group.deviceSn, group.variables]));
  return devices.map(({ sn, name }) => ({ sn, name, variables: bySn.get(sn) ?? [] }));
}

export function useStationVariables(stationSn: string) {
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['stationVariables', stationSn],
      queryFn: ({ signal }) => loadDevices(stationSn, signal),
      enabled: stationSn !== '',
      staleTime: FRESH_MS,
    },
    queryClient,
  );
  const status = stationSn === '' ? 'ready' : isError ? 'failed' : isPending ? 'loading' : 'ready';
  return { devices: data ?? [], status, retry: () => void refetch() } as const;
}
