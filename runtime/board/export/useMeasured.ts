/** Loads all measured points for tables and files. A chart requests only as many points as it can draw. */
import { useQuery } from '@tanstack/react-query';
import { isObject } from '../../core/object.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { resultsShape } from '../options/figure.ts';
import type { OptionConfig } from '../options/index.ts';
import { historyRows } from '../widget/reading.ts';

/** Maximum number of values in a file, even for a single variable. */
const MOST_FIGURES = 100_000;
const MOST_POINTS = 20_000;

/** Returns the request for the measured points of a chart. Null for any other request. */
export function measuredSpec(spec: NeedSpec): NeedSpec | null {
  if (spec.kind !== 'history') return null;
  const maxPoints = Math.min(MOST_POINTS, Math.floor(MOST_FIGURES / Math.max(1, spec.sns.length)));
  return { ...spec, maxPoints, measured: true };
}

const hasPoints = (result: NeedResult | undefined): boolean =>
  historyRows(result).some(({ points }) => points.length > 0);

/** Replaces drawn points by measured points. If the measured points are already deleted, the drawn points remain. */
export function mergeMeasured(
  specs: readonly NeedSpec[],
  drawn: readonly NeedResult[],
  measured: readonly NeedResult[],
  option: unknown,
): NeedResult[] {
  const results = specs.map((spec, index) => {
    const place = specs.slice(0, index).filter((other) => measuredSpec(other)).length;
    return measuredSpec(spec) ? measured[place] : undefined;
  });
  return drawn.map((result, index) => {
    const measured = results[index];
    const spec = specs[index];
    if (!measured || !spec || !hasPoints(measured)) return result;
    return resultsShape([spec], [measured], isObject(option) ? (option as OptionConfig) : {})[0] ?? result;
  });
}

/** @param specs the chart requests at the moment when the user opened the table */
export function useMeasured(stationSn: string, specs: readonly NeedSpec[]) {
  const needs = specs.flatMap((spec, index) => {
    const measured = measuredSpec(spec);
    return measured ? [{ ...measured, key: String(index) }] : [];
  });
  const { data, isLoading } = useQuery(
    {
      queryKey: ['boardMeasured', stationSn, needs],
      queryFn: ({ signal }) => call('boardQuery', { body: { stationSn, needs } }, { signal }),
      enabled: needs.length > 0,
      // A table of a hundred thousand values is too large for the cache after closing.
      gcTime: 0,
    },
    queryClient,
  );
  return { measured: (data?.results ?? []) as NeedResult[], isLoading };
}
