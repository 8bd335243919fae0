/** Computes the use of labels as flows, each from the label above it. Pure. */
import type { LabelTotals } from '../../runtime/board/energy/labelTotals.ts';

/** Number of the energy type, from which all flows come. */
export const ROOT = 0;

export interface FlowNode {
  id: number;
  /** Null for the part that no label below `from` explains. */
  name: string | null;
  value: number;
  /** The node above this one. Null at the root. */
  from: number | null;
  /** 0 for the energy type. */
  level: number;
}

/** A remainder below this share of the total is rounding, not consumption. */
const LEAST_REST = 0.005;

/**
 * Returns the nodes of this many levels of labels, from the top. Labels without use are left out. If the labels below a
 * label do not add up to it, the missing part has its own node. A single label at the top is the root itself.
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
