/** Converts label consumption to flows between a label and its parent. Pure. */
import type { LabelTotals } from '../../runtime/board/energy/labelTotals.ts';

/** Id of the energy type, the source of all flows. */
export const ROOT = 0;

export interface FlowNode {
  id: number;
  /** Null for consumption of `from` that no child label covers. */
  name: string | null;
  value: number;
  /** The id of the parent node. Null for the root. */
  from: number | null;
  /** 0 for the energy type. */
  level: number;
}

/** A remainder below this share of the total is rounding, not consumption. */
const LEAST_REST = 0.005;

/**
 * Returns the nodes for a number of label levels. Labels without consumption are omitted. If the children of a label do
 * not add up to it, the difference has its own node. A single top label replaces the root.
 */
export function flowNodes({ energyType, total, labels }: LabelTotals, levels: number): FlowNode[] {
  const known = new Set(labels.map(({ id }) => id));
  const below = Map.groupBy(
    labels.filter((label) => (label.value ?? 0) > 0),
    ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ROOT),
  );
  let rests = 0;
  const spread = (parent: FlowNode): FlowNode[] => {
    const children = parent.level < levels ? (below.get(parent.id) ?? []) : [];
    if (children.length === 0) return [];
    const level = parent.level + 1;
    const nodes = children.map(
      ({ id, name, value }): FlowNode => ({ id, name, value: value ?? 0, from: parent.id, level }),
    );
    const rest = parent.value - nodes.reduce((sum, { value }) => sum + value, 0);
    if (rest > parent.value * LEAST_REST) {
      rests -= 1;
      nodes.push({ id: rests, name: null, value: rest, from: parent.id, level });
    }
    return nodes.flatMap((node) => [node, ...spread(node)]);
  };
  const tops = below.get(ROOT) ?? [];
  const [top] = tops;
  if (!top) return [];
  const begin: FlowNode =
    tops.length === 1
      ? { id: top.id, name: top.name, value: top.value ?? 0, from: null, level: 1 }
      : { id: ROOT, name: energyType?.name ?? '', value: total ?? 0, from: null, level: 0 };
  return [begin, ...spread(begin)];
}
