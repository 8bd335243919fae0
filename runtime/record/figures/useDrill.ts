import { useMemo } from 'react';
import type { StatisticDefinition } from '../../../generated/definition.ts';
import { type Counted, drillAddress, drillGroup } from './drill.ts';
import type { Drill } from './shown.ts';
import { useListWay } from './useListWay.ts';

/**
 * Links figures to lists of the records behind them. Null without access to the list. `stationSn`: only records of this
 * station are counted.
 */
export function useDrill(
  statistic: StatisticDefinition | undefined,
  { period, group }: Pick<Counted, 'period' | 'group'>,
  stationSn: string | null = null,
): Drill | null {
  const way = useListWay(statistic?.of, stationSn);
  const counted = JSON.stringify({ period, group });
  return useMemo(() => {
    if (!statistic || !way) return null;
    const { page, site, follow } = way;
    const all: Counted = { ...JSON.parse(counted), site };
    return {
      follow,
      href(row, figure) {
        const found = drillGroup(statistic, figure, row, all);
        return found && drillAddress(page.route, found);
      },
    };
  }, [statistic, way, counted]);
}
