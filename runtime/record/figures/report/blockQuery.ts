import type { ReportBlock, StatisticDefinition } from '../../../../generated/definition.ts';
import { entityOf } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import type { Compare, Period } from '../../../core/statistics/steps.ts';
import { call } from '../../../kit/api/client.ts';
import { type FixedValues, fixedNodes } from '../../query/fixed.ts';

/** Applies to all blocks of a report: a period (null for all time), and a station (null for all of them). */
export interface Asked {
  period: Period | null;
  compare: Compare | undefined;
  stationSn: string | null;
  /** Only records with these values are counted. */
  where?: FixedValues | undefined;
}

/** These show all figures of a statistic beside each other. Others show only the first one if none is named. */
const ALL: readonly ReportBlock['as'][] = ['figures', 'table'];

/** Returns the names of the figures of a block: those in its definition, or else those that its form shows. */
export function blockFigures({ as, figures }: ReportBlock, statistic: StatisticDefinition): string[] {
  const all = statistic.figures.map(({ name }) => name);
  return figures ?? (ALL.includes(as) ? all : all.slice(0, 1));
}

/** Requests the figures of a block, both for display and for its file. */
export function blockQuery(block: ReportBlock, { period, compare, stationSn, where }: Asked, sumOn?: string) {
  const statistic = statisticRegistry.get(block.statistic);
  const entity = statistic && entityOf(statistic.of);
  const isOfStation = entity && stationSn !== null && siteOf(entity) !== null;
  const and = [...(isOfStation ? [{ op: 'site', value: stationSn }] : []), ...fixedNodes(where)];
  const query = {
    ...period,
    by: (block.by ?? statistic?.by ?? []).join(),
    ...(statistic ? { figures: blockFigures(block, statistic).join() } : {}),
    ...(and.length > 0 ? { filter: JSON.stringify({ and }) } : {}),
    ...(compare ? { compare } : {}),
    ...(block.sort ? { sort: block.sort } : {}),
    ...(block.top ? { top: block.top } : {}),
    ...(sumOn ? { sumOn } : {}),
  };
  return {
    // A write to the records that are counted reads the figures again.
    queryKey: ['records', statistic?.of, 'statistic', block.statistic, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('recordStatistic', { path: { name: block.statistic }, query }, { quiet: true, signal }),
  };
}
