/** Traverses an approval flow. It is a nested list of nodes, so it cannot contain cycles or dead ends. */
import type { Condition, FlowBranch, FlowNode, FlowParallel, People } from '../../../generated/definition.ts';

export type { FlowNode };
export type Flow = readonly FlowNode[];

export const isForked = (node: FlowNode): node is FlowBranch | FlowParallel =>
  node.do === 'branch' || node.do === 'parallel';

export interface PlacedNode {
  node: FlowNode;
  /** The JSON pointer below the list of steps. */
  pointer: string;
  /** 1 at the top level. Each path is one level deeper. */
  depth: number;
}

/** Returns every part of a flow in reading order. */
export function walkFlow(flow: Flow, pointer = '', depth = 1): PlacedNode[] {
  return flow.flatMap((node, index): PlacedNode[] => {
    const own = `${pointer}/${index}`;
    const inside = isForked(node)
      ? node.paths.flatMap(({ steps }, at) => walkFlow(steps, `${own}/paths/${at}/steps`, depth + 1))
      : [];
    return [{ node, pointer: own, depth }, ...inside];
  });
}

/** Returns the conditions of a node, with their places below the node. */
export function conditionsOf(node: FlowNode): { when: Condition; at: string }[] {
  if (node.do === 'approve') return node.when ? [{ when: node.when, at: '/when' }] : [];
  if (node.do !== 'branch') return [];
  return node.paths.flatMap(({ when }, index) => (when ? [{ when, at: `/paths/${index}/when` }] : []));
}

/** Returns whether the step names approvers. */
export function namesPeople({ roles, fields, users, heads, manager, owner }: People): boolean {
  const lists = [roles, fields, users, heads];
  return manager === true || owner === true || lists.some((list) => (list ?? []).length > 0);
}
