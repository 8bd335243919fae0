import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { windowLive } from '../../../runtime/kit/api/live.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type WarningPage = Data<'alarmSummarys'>;
export type Warning = WarningPage['records'][number];

/** V027 */
export const ALARM_OPEN = 1;
/** V080: what the status choice asks for. */
export const STATUSES = { all: '0,1', open: '1', handled: '0' } as const;
export type StatusChoice = keyof typeof STATUSES;

export interface WarningQuery {
  status: StatusChoice;
  level: Warning['level'] | null;
  current: number;
  size: number;
}

/** The alarms of a station; a change of any of them is shown as soon as the server tells it. */
export function useWarnings(stationSn: string | null, { status, level, current, size }: WarningQuery) {
  const query = useQuery(
    {
      queryKey: ['warnings', stationSn, status, level, current, size],
      queryFn: ({ signal }) =>
        call(
          'alarmSummarys',
          {
            body: {
              current,
              size,
              status: STATUSES[status],
              ...(stationSn === null ? {} : { stationSn }),
              ...(level === null ? {} : { level }),
            },
          },
          { quiet: true, signal },
        ),
      enabled: stationSn !== null,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  useEffect(() => {
    if (stationSn === null) return;
    return windowLive().station(stationSn, {
      points: () => {},
      alarm: refreshWarnings,
      open: (again) => {
        if (again) refreshWarnings();
      },
    });
  }, [stationSn]);
  return query;
}

export function refreshWarnings(): void {
  void queryClient.invalidateQueries({ queryKey: ['warnings'] });
}
