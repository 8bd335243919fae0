/** Today's energies, compared with yesterday's up to the same time. */
import type { TodayEnergyConfig } from '../../generated/types.ts';
import { type Change, changeBetween } from '../../runtime/board/widget/change.ts';
import { chooseNodes, nodeKey, nodesSns } from '../../runtime/board/widget/nodes.ts';
import { periodLastSoFar, periodSoFar } from '../../runtime/board/widget/period.ts';
import { statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { EnergyRole } from '../../runtime/kit/theme/tokens.ts';

export const chosenEnergies = (config: TodayEnergyConfig) => chooseNodes(config.energies);

export function todayEnergyNeeds(config: TodayEnergyConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chosenEnergies(config));
  if (sns.length === 0) return [];
  const method = config.calcMethod === 'SUM' ? 'SUM' : 'DIFF';
  return [periodSoFar(context, 'DAY'), periodLastSoFar(context, 'DAY')].map((window) => ({
    kind: 'statistic',
    sns,
    method,
    ...window,
    bucket: 'total',
  }));
}

export interface Energy {
  key: string;
  name: string;
  role: EnergyRole;
  today: number | null;
  yesterday: number | null;
  unit: string;
  decimals: number | undefined;
  change: Change;
}

export function readEnergies(
  config: TodayEnergyConfig,
  results: readonly NeedResult[],
  roleName: (role: EnergyRole) => string,
): Energy[] {
  const [now, before] = [0, 1].map((at) => new Map(statisticRows(results[at]).map((row) => [row.sn, row])));
  return chosenEnergies(config).map((node, at) => {
    const [, sn] = node.deviceVar;
    const [row, last] = [now?.get(sn), before?.get(sn)];
    const role = node.role ?? 'load';
    const today = row?.value ?? null;
    const yesterday = last?.value ?? null;
    return {
      key: nodeKey(node, at),
      name: node.name || roleName(role),
      role,
      today,
      yesterday,
      unit: row?.unit ?? last?.unit ?? '',
      decimals: row?.decimals ?? last?.decimals ?? undefined,
      change: changeBetween(today, yesterday),
    };
  });
}
