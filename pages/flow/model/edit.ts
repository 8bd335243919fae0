/** Edits a flow. Each function returns the changed flow. Pure. */
import type { FlowNode, FlowPath, Text } from '../../../generated/definition.ts';
import { type Flow, isForked, walkFlow } from '../../../runtime/core/flow/walk.ts';

/**
 * The position of a node: an index in its list. For a node inside a branch, the indexes of the outer node and
 * of the branch come first.
 */
export type Place = readonly number[];

type Change = (list: Flow, index: number) => FlowNode[];

function changeList(flow: Flow, place: Place, change: Change): FlowNode[] {
  const [index = 0, path, ...rest] = place;
  if (path === undefined) return change(flow, index);
  return flow.map((node, at) => {
    if (at !== index || !isForked(node)) return node;
    const paths = node.paths.map((one, position) =>
      position === path ? { ...one, steps: changeList(one.steps, rest, change) } : one,
    );
    return { ...node, paths };
  });
}

export function nodeAt(flow: Flow, place: Place): FlowNode | undefined {
  const [index = 0, path, ...rest] = place;
  const node = flow[index];
  if (path === undefined || !node) return node;
  return isForked(node) ? nodeAt(node.paths[path]?.steps ?? [], rest) : undefined;
}

/** Returns the position of a node by name. Null if there is none. */
export function placeOf(flow: Flow, name: string): Place | null {
  const found = walkFlow(flow).find(({ node }) => node.name === name);
  if (!found) return null;
  return found.pointer
    .split('/')
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
}

export const replaceNode = (flow: Flow, place: Place, node: FlowNode): FlowNode[] =>
  changeList(flow, place, (list, index) => list.map((one, at) => (at === index ? node : one)));

export const insertNode = (flow: Flow, place: Place, node: FlowNode): FlowNode[] =>
  changeList(flow, place, (list, index) => list.toSpliced(index, 0, node));

export const removeNode = (flow: Flow, place: Place): FlowNode[] =>
  changeList(flow, place, (list, index) => list.toSpliced(index, 1));

/** Swaps a node with the previous or next one. Without effect at the ends. */
export const moveNode = (flow: Flow, place: Place, by: -1 | 1): FlowNode[] =>
  changeList(flow, place, (list, index) => {
    const to = index + by;
    if (to < 0 || to >= list.length) return [...list];
    return list.toSpliced(index, 1).toSpliced(to, 0, list[index]!);
  });

const TITLES: Record<FlowNode['do'], Text> = {
  approve: { zh: '审批', en: 'Approval' },
  branch: { zh: '条件分支', en: 'Condition' },
  parallel: { zh: '并行审批', en: 'Parallel approval' },
  copy: { zh: '抄送', en: 'Copy' },
};
const OTHERWISE: Text = { zh: '其他情况', en: 'Otherwise' };
const pathTitle = (no: number): Text => ({ zh: `分支 ${no}`, en: `Path ${no}` });

/** Returns an unused node name. */
function freshName(flow: Flow): string {
  const used = new Set(walkFlow(flow).map(({ node }) => node.name));
  let no = used.size + 1;
  while (used.has(`step${no}`)) no += 1;
  return `step${no}`;
}

/** Creates a node without chosen users. */
export function makeNode(flow: Flow, kind: FlowNode['do']): FlowNode {
  const own = { name: freshName(flow), title: TITLES[kind] };
  switch (kind) {
    case 'approve':
      return { do: kind, ...own, by: {}, mode: 'any' };
    case 'copy':
      return { do: kind, ...own, to: {} };
    case 'branch':
      return {
        ...{ do: kind, ...own },
        paths: [
          { title: pathTitle(1), when: {}, steps: [] },
          { title: OTHERWISE, steps: [] },
        ],
      };
    case 'parallel':
      return {
        ...{ do: kind, ...own, join: 'all' },
        paths: [1, 2].map((no) => ({ title: pathTitle(no), steps: [] })),
      };
  }
}

type Forked = Extract<FlowNode, { paths: FlowPath[] }>;

/** Adds a path before the last one, which is for all other cases. */
export function addPath(node: Forked): Forked {
  const title = pathTitle(node.paths.length + (node.do === 'branch' ? 0 : 1));
  const made: FlowPath = node.do === 'branch' ? { title, when: {}, steps: [] } : { title, steps: [] };
  const at = node.do === 'branch' ? node.paths.length - 1 : node.paths.length;
  return { ...node, paths: node.paths.toSpliced(at, 0, made) };
}

export const removePath = (node: Forked, index: number): Forked => ({
  ...node,
  paths: node.paths.toSpliced(index, 1),
});

export const setPath = (node: Forked, index: number, path: FlowPath): Forked => ({
  ...node,
  paths: node.paths.map((one, at) => (at === index ? path : one)),
});

/** Moves a path up. The first path with a true condition is taken. */
export const movePathUp = (node: Forked, index: number): Forked => {
  const paths = [...node.paths];
  [paths[index - 1], paths[index]] = [paths[index]!, paths[index - 1]!];
  return { ...node, paths };
};
