/** Finds the energised parts of a wiring diagram from the positions of its breakers. Pure. */
import { type Diagram, type DiagramSymbol, isOpenable, isSource } from './diagram.ts';

/** `unknown`: the supply depends on a breaker with an unknown position. */
export type Supply = 'live' | 'dead' | 'unknown';

/**
 * State by symbol key: closed, open, or null if unknown. For a source: whether it supplies. A grid without measurement
 * counts as supplying.
 */
export type Positions = ReadonlyMap<string, boolean | null>;

/**
 * Returns the network node of a terminal. A breaker has one node for each terminal. Other symbols have a single node.
 */
const nodeOf = (symbol: DiagramSymbol, port: number): string =>
  isOpenable(symbol) ? `${symbol.key}#${port}` : symbol.key;

interface Link {
  to: string;
  /** The key of the breaker between the nodes. */
  through?: string;
}

export interface Network {
  /** The neighbours of each node. */
  links: ReadonlyMap<string, readonly Link[]>;
  nodesOf(symbol: DiagramSymbol): string[];
}

/** The two terminals of a breaker. */
const PORTS = [0, 1];

export function networkOf({ symbols, wires }: Diagram): Network {
  const byKey = new Map(symbols.map((symbol) => [symbol.key, symbol]));
  const links = new Map<string, Link[]>();
  const join = (from: string, to: string, through?: string): void => {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const known = links.get(one) ?? [];
      known.push({ to: other, ...(through !== undefined && { through }) });
      links.set(one, known);
    }
  };
  for (const { from, fromPort, to, toPort } of wires) {
    const [start, end] = [byKey.get(from), byKey.get(to)];
    if (start && end) join(nodeOf(start, fromPort), nodeOf(end, toPort));
  }
  for (const symbol of symbols)
    if (isOpenable(symbol)) join(nodeOf(symbol, 0), nodeOf(symbol, 1), symbol.key);
  const nodesOf = (symbol: DiagramSymbol) =>
    isOpenable(symbol) ? PORTS.map((port) => nodeOf(symbol, port)) : [symbol.key];
  return { links, nodesOf };
}

/** Returns all nodes that are reachable from the given nodes. */
function reach({ links }: Network, from: readonly string[], passes: (breaker: string) => boolean) {
  const reached = new Set(from);
  const waiting = [...from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const { to, through } of links.get(node) ?? []) {
      if (reached.has(to) || (through !== undefined && !passes(through))) continue;
      reached.add(to);
      waiting.push(to);
    }
  return reached;
}

/** Returns the known positions of breakers and states of sources. */
export const positionsOf = (
  { symbols }: Diagram,
  closed: (symbol: DiagramSymbol) => boolean | null | undefined,
): Positions =>
  new Map(
    symbols.flatMap((symbol) => {
      if (!isOpenable(symbol) && !isSource(symbol)) return [];
      return [[symbol.key, closed(symbol) ?? (symbol.kind === 'grid' && !symbol.stateSn ? true : null)]];
    }),
  );

/** The supply of each symbol. The two sides of a breaker may differ. */
export interface Supplies {
  of(symbol: DiagramSymbol): Supply;
  at(symbol: DiagramSymbol, port: number): Supply;
}

export function suppliesOf(diagram: Diagram, positions: Positions): Supplies {
  const network = networkOf(diagram);
  const sources = (may: (position: boolean | null) => boolean) =>
    diagram.symbols.flatMap((symbol) =>
      isSource(symbol) && may(positions.get(symbol.key) ?? null) ? [symbol.key] : [],
    );
  const isClosed = (key: string) => positions.get(key) === true;
  const mayBeClosed = (key: string) => positions.get(key) !== false;
  const surely = reach(
    network,
    sources((position) => position === true),
    isClosed,
  );
  const perhaps = reach(
    network,
    sources((position) => position !== false),
    mayBeClosed,
  );
  const supply = (node: string): Supply =>
    surely.has(node) ? 'live' : perhaps.has(node) ? 'unknown' : 'dead';
  return {
    at: (symbol, port) => supply(nodeOf(symbol, port)),
    of(symbol) {
      const sides = network.nodesOf(symbol).map(supply);
      return (['live', 'unknown'] as const).find((one) => sides.includes(one)) ?? 'dead';
    },
  };
}
