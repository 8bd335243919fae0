/** Compares two versions of a flow by node: added, removed, moved, and changed settings. */
import { type Flow, type FlowNode, isForked } from '../../../runtime/core/flow/walk.ts';
import { same } from '../../../runtime/form/values/structuralSharing.ts';

/** The settings of a node, as its panel groups them. */
export type Setting =
  | 'title'
  | 'people'
  | 'modes'
  | 'onlyIf'
  | 'noApprover'
  | 'limit'
  | 'asks'
  | 'may'
  | 'join'
  | 'paths';

export interface FlowChange {
  kind: 'added' | 'removed' | 'moved' | 'changed';
  node: FlowNode;
  /** The changed settings of a changed node. Empty for other changes. */
  settings: readonly Setting[];
}

interface Seat {
  node: FlowNode;
  /** The path that contains the node. */
  inside: string;
}

const seatsOf = (flow: Flow, inside = ''): Seat[] =>
  flow.flatMap((node) => [
    { node, inside },
    ...(isForked(node) ? node.paths.flatMap(({ steps }, at) => seatsOf(steps, `${node.name}/${at}`)) : []),
  ]);

/** Returns the longest common subsequence of names. All others were moved. */
function commonInOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const runs: string[][] = [];
  for (const [at, name] of after.entries()) {
    const place = before.indexOf(name);
    const fits = runs.slice(0, at).filter((run) => before.indexOf(run.at(-1) ?? '') < place);
    const longest = fits.reduce<string[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, name]);
  }
  return new Set(runs.reduce<string[]>((best, run) => (run.length > best.length ? run : best), []));
}

/** Returns the settings of a node for the comparison. */
function settingsOf(node: FlowNode): Partial<Record<Setting, unknown>> {
  const { title } = node;
  if (node.do === 'copy') return { title, people: node.to };
  if (node.do === 'parallel') return { title, join: node.join, paths: node.paths.map((path) => path.title) };
  if (node.do === 'branch')
    return { title, paths: node.paths.map((path) => [path.title, path.when ?? null]) };
  const { by, chosen, mode, atLeast, once, when, noApprover, instead, hours, late, working, asks, may } =
    node;
  return {
    ...{ title, people: [by, chosen === true], modes: [mode, atLeast, once === true], onlyIf: when },
    ...{ noApprover: [noApprover ?? 'refuse', instead], limit: [hours, late, working === true], asks, may },
  };
}

const differingSettings = (before: FlowNode, after: FlowNode): Setting[] => {
  const [old, now] = [settingsOf(before), settingsOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(now)] as Setting[]);
  return [...names].filter((name) => !same(old[name], now[name]));
};

/** Returns all differences in reading order. */
export function flowDifference(before: Flow, after: Flow): FlowChange[] {
  const old = new Map(seatsOf(before).map((seat) => [seat.node.name, seat]));
  const now = new Map(seatsOf(after).map((seat) => [seat.node.name, seat]));
  const stays = ({ node, inside }: Seat) =>
    old.get(node.name)?.inside === inside && now.get(node.name)?.inside === inside;
  const namesIn = (seats: Iterable<Seat>) => Map.groupBy([...seats].filter(stays), ({ inside }) => inside);
  const oldPaths = namesIn(old.values());
  const inOrder = new Set(
    [...namesIn(now.values())].flatMap(([inside, seats]) => [
      ...commonInOrder(
        (oldPaths.get(inside) ?? []).map(({ node }) => node.name),
        seats.map(({ node }) => node.name),
      ),
    ]),
  );
  const changes = [...now.values()].flatMap(({ node }): FlowChange[] => {
    const was = old.get(node.name);
    if (!was) return [{ kind: 'added', node, settings: [] }];
    const settings = differingSettings(was.node, node);
    return [
      ...(inOrder.has(node.name) ? [] : [{ kind: 'moved' as const, node, settings: [] }]),
      ...(settings.length > 0 ? [{ kind: 'changed' as const, node, settings }] : []),
    ];
  });
  const gone = [...old.values()].filter(({ node }) => !now.has(node.name));
  return [...changes, ...gone.map(({ node }): FlowChange => ({ kind: 'removed', node, settings: [] }))];
}
