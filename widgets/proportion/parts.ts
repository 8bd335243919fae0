/** Converts variables to parts of a whole. */
import type { ProportionConfig } from '../../generated/types.ts';
import { chooseRange } from '../../runtime/board/options/range.ts';
import { type Chosen, chooseNodes, nodeKey, nodesSns } from '../../runtime/board/widget/nodes.ts';
import { nodesColors } from '../../runtime/board/widget/nodesColors.ts';
import { periodSoFar, valueNeed } from '../../runtime/board/widget/period.ts';
import { historyRows, readNames, realtimeRows, statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { convertUnit, unitFactor } from '../../runtime/core/numbers/unit.ts';
import type { PeriodType } from '../../runtime/core/time/timeWindow.ts';

type Node = NonNullable<ProportionConfig['nodeInfo']>[number];
type Interval = NonNullable<ProportionConfig['queryInterval']>;

/** V081: the period of each interval. */
const PERIOD: Partial<Record<Interval, PeriodType>> = {
  current_day: 'DAY',
  current_month: 'MONTH',
  current_year: 'YEAR',
};
/** Decision 21: the method is stored as the definition spells it, and sent in upper case. */
const METHOD = { diff: 'DIFF', avg: 'AVG', SUM: 'SUM' } as const;

/** Returns the chosen parts. They may also be stored as a plain list of variables. */
export function chosenParts(config: ProportionConfig): Chosen<Node>[] {
  const nodes = chooseNodes<Node>(config.nodeInfo);
  if (nodes.length > 0) return nodes;
  return chooseNodes<Node>((config.queryDeviceVars ?? []).map((deviceVar) => ({ deviceVar })));
}

/** V050: returns the needs. Without a period they request current values, or the last values of the saved record. */
export function proportionNeeds(config: ProportionConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chosenParts(config));
  if (sns.length === 0) return [];
  const period = PERIOD[config.queryInterval ?? 'real_time'];
  if (!period) return [valueNeed(sns, context)];
  const { from, to } = chooseRange(config.range, context) ?? periodSoFar(context, period);
  const method = METHOD[config.calcMethod ?? 'diff'];
  return [{ kind: 'statistic', sns, method, from, to, bucket: 'total' }];
}

export interface Part {
  key: string;
  name: string;
  color: string;
  value: number | null;
  unit: string;
  /** The share, 0 to 1. Null without a value, for a negative value, or for a unit of another quantity. */
  share: number | null;
}

export interface Proportion {
  parts: Part[];
  total: number;
  unit: string;
}

interface Amount {
  value: number | null;
  unit: string;
}

const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function amounts(result: NeedResult | undefined): Map<string, Amount> {
  const known = new Map<string, Amount>();
  for (const row of realtimeRows(result))
    known.set(row.sn, { value: finite(row.data), unit: row.unit ?? '' });
  for (const row of statisticRows(result))
    known.set(row.sn, { value: finite(row.value), unit: row.unit ?? '' });
  for (const row of historyRows(result)) {
    const last = row.points.findLast(([, value]) => value !== null);
    known.set(row.sn, { value: finite(last?.[1]), unit: row.unit ?? '' });
  }
  return known;
}

export function readProportion(
  config: ProportionConfig,
  results: readonly NeedResult[],
  palette: readonly string[],
): Proportion {
  const known = amounts(results[0]);
  const nodes = chosenParts(config);
  const colors = nodesColors(nodes, palette);
  const nameOf = readNames(results[0]);
  const amountOf = (sn: string): Amount => known.get(sn) ?? { value: null, unit: '' };
  const unit =
    nodes.map((node) => amountOf(node.deviceVar[1])).find(({ value }) => value !== null)?.unit ?? '';
  const parts = nodes.map((node, at) => {
    const { value, unit: own } = amountOf(node.deviceVar[1]);
    const factor = unitFactor(own, unit);
    const weight = value === null || factor === null || value < 0 ? null : convertUnit(value, factor);
    const name = node.name || nameOf(node.deviceVar[1]);
    return { key: nodeKey(node, at), name, color: colors[at]!, value, unit: own, weight };
  });
  const total = parts.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  return {
    parts: parts.map(({ weight, ...part }) => ({
      ...part,
      share: weight === null || total === 0 ? null : weight / total,
    })),
    total: Number(total.toPrecision(12)),
    unit,
  };
}
