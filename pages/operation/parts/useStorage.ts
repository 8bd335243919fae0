import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type StorageUsage = Data<'storageUsage'>;
export type StorageKind = StorageUsage['kinds'][number]['kind'];

/** Kinds of storage in display order. */
export const STORAGE_KINDS = [
  'sealed',
  'raw',
  'text',
  'rollup',
  'audit',
  'file',
] as const satisfies readonly StorageKind[];

const KEY = ['storageUsage'];
const RUNNING_MS = 1500;

/** Returns the storage use. It is refreshed while the job is running. */
export const useStorage = () =>
  useQuery(
    {
      queryKey: KEY,
      queryFn: ({ signal }) => call('storageUsage', {}, { quiet: true, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.pending ? RUNNING_MS : false),
    },
    queryClient,
  );

export const refreshStorage = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1000;
const DIGITS = 3;

/** Formats bytes as '12.3 GB', with three significant digits. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return formatQuantity(null);
  let power = 0;
  let rest = Math.abs(bytes);
  // 999.6 kB would be rounded to 1000 kB.
  while (Number(rest.toPrecision(DIGITS)) >= STEP && power < UNITS.length - 1) {
    rest /= STEP;
    power += 1;
  }
  const digits = String(Math.trunc(rest)).length;
  const decimals = power === 0 ? 0 : Math.max(0, DIGITS - digits);
  return formatQuantity(Math.sign(bytes) * rest, UNITS[power], { decimals });
}

/** Returns the bytes per point. Null without points. */
export const bytesEach = ({ points, bytes }: { points: number; bytes: number }): number | null =>
  points > 0 ? bytes / points : null;
