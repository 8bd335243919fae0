/** Loads the data of the curves page: recorded values, the comparison, and the statistics. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { queryTime, type Span } from '../../shared/period/period.ts';

/** Maximum number of points, because a screen shows no more. */
const MOST_POINTS = 4_000;

interface CurveQuery {
  sns: readonly string[];
  /** Null to send no request. */
  span: Span | null;
  zone: string;
}

const windowOf = (span: Span | null, zone: string) => ({
  startTime: queryTime(span?.from ?? 0, zone),
  endTime: queryTime(span?.to ?? 0, zone),
});

export const useCourses = ({ sns, span, zone }: CurveQuery) =>
  useQuery(
    {
      queryKey: ['curves', sns, span, zone],
      queryFn: ({ signal }) =>
        call(
          'trendValues',
          { query: { sns: sns.join(','), maxPoints: MOST_POINTS, ...windowOf(span, zone) } },
          { quiet: true, signal },
        ),
      enabled: sns.length > 0 && span !== null,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );

/** Loads the statistics of the window: difference, maximum, minimum and mean. */
export const useCurveStatistics = ({ sns, span, zone }: CurveQuery) =>
  useQuery(
    {
      queryKey: ['curveStatistics', sns, span, zone],
      queryFn: ({ signal }) =>
        call(
          'accuSummarized',
          { query: { sns: sns.join(','), calcmethod: 'DIFF', ...windowOf(span, zone) } },
          { quiet: true, signal },
        ),
      enabled: sns.length > 0 && span !== null,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
