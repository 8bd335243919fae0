/** The use of labels as flows, each from the label above it; pure. */
import type { LabelTotals } from '../../runtime/board/energy/labelTotals.ts';

/** The number of the energy type, from which all flows come. */
export const ROOT = 0;

export interface FlowNode {
  id: number;
  /** Null: what no label below `from` explains. */
  name: string | null;
  value: number;
  /** The node that it comes from; null at the beginning. */
  from: number | null;
  /** 0 at the beginning. */
  level: number;
}

/** A remainder below this share of the whole is rounding, not consumption. */
const LEAST_REST = 0.005;

/**
 * The nodes of so many levels of labels, from the top. Labels that used nothing are left out; where the labels below one
 * do not add up to it, what is missing has a node of its own. One label at the top is the beginning itself.
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
