/** Loads the mobile units, and the track of a unit on a day. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import type { Point } from '../../../runtime/kit/map/view.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useCourses } from '../../curves/parts/useCurves.ts';
import type { Span } from '../../shared/period/period.ts';
import { type Track, trackOf } from './track.ts';

export type Unit = Data<'mobileUnitPage'>['records'][number];

/** Maximum number of units. More would clutter the map. */
const MOST_UNITS = 200;

export const useUnits = () =>
  useQuery(
    {
      queryKey: ['records', 'mobileUnit', 'map'],
      queryFn: ({ signal }) =>
        call('mobileUnitPage', { query: { size: MOST_UNITS } }, { quiet: true, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );

export const placeOf = ({ longitude, latitude }: Pick<Unit, 'longitude' | 'latitude'>): Point | null =>
  typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null;

const CODES = ['longitude', 'latitude'] as const;
const NOTHING: Track = [];

/**
 * Returns the track of a device. It is empty for users who may not read the variables. `isPending`: not
 * loaded yet.
 */
export function useTrack(
  deviceSn: string | null | undefined,
  span: Span,
  zone: string,
): { isPending: boolean; track: Track } {
  const variables = useQuery(
    {
      queryKey: ['trackVariables', deviceSn],
      queryFn: ({ signal }) =>
        call('deviceVariablesOfDevices', { query: { deviceSns: deviceSn ?? '' } }, { quiet: true, signal }),
      enabled: Boolean(deviceSn),
    },
    queryClient,
  );
  const own = variables.data?.find((device) => device.deviceSn === deviceSn)?.variables;
  const sns = CODES.flatMap((code) => own?.find((variable) => variable.code === code)?.sn ?? []);
  const courses = useCourses({ sns: sns.length === CODES.length ? sns : [], span, zone });
  const [longitudes, latitudes] = sns.map((sn) => courses.data?.find((course) => course.sn === sn)?.points);
  const track = useMemo(
    () => (longitudes && latitudes ? trackOf(longitudes, latitudes) : NOTHING),
    [longitudes, latitudes],
  );
  const isEnabled = Boolean(deviceSn) && (variables.isPending || sns.length === CODES.length);
  return { isPending: isEnabled && (variables.isPending || courses.isPending), track };
}
