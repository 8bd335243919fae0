import type { ReportBlock, StatisticDefinition } from '../../../../generated/definition.ts';
import { entityOf } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import type { Compare, Period } from '../../../core/statistics/steps.ts';
import { call } from '../../../kit/api/client.ts';
import { type FixedValues, fixedNodes } from '../../query/fixed.ts';

/** Common settings of all blocks: a period (null for all time), and a station (null for all). */
export interface ReportSettings {
  period: Period | null;
  compare: Compare | undefined;
  stationSn: string | null;
  /** Counts only records with these values. */
  where?: FixedValues | undefined;
}

/** Kinds that show all figures. The others show the first figure if none is named. */
const ALL: readonly ReportBlock['as'][] = ['figures', 'table'];

/** Returns the figures of a block: those in its definition, otherwise the default ones of its kind. */
export function blockFigures({ as, figures }: ReportBlock, statistic: StatisticDefinition): string[] {
  const all = statistic.figures.map(({ name }) => name);
  return figures ?? (ALL.includes(as) ? all : all.slice(0, 1));
}

/** Returns the query for a block, for its display and its file. */
export function blockQuery(
  block: ReportBlock,
  { period, compare, stationSn, where }: ReportSettings,
  sumOn?: string,
) {
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
    // Under the records' key, so that a change of counted records reloads the figures.
    queryKey: ['records', statistic?.of, 'statistic', block.statistic, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('recordStatistic', { path: { name: block.statistic }, query }, { quiet: true, signal }),
  };
}
