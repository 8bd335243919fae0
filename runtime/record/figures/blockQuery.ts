import type { ReportBlock } from '../../../generated/definition.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import type { Compare, Period } from '../../core/statistics/steps.ts';
import { call } from '../../kit/api/client.ts';

/** Asks for the figures of a block, for its picture and for its file alike. */
export function blockQuery(
  block: ReportBlock,
  period: Period | null,
  compare: Compare | undefined,
  sumOn?: string,
) {
  const query = {
    ...period,
    by: (block.by ?? statisticRegistry.get(block.statistic)?.by ?? []).join(),
    ...(compare ? { compare } : {}),
    ...(block.sort ? { sort: block.sort } : {}),
    ...(block.top ? { top: block.top } : {}),
    ...(sumOn ? { sumOn } : {}),
  };
  return {
    queryKey: ['statistic', block.statistic, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('recordStatistic', { path: { name: block.statistic }, query }, { quiet: true, signal }),
  };
}
