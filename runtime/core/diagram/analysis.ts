/**
 * Analyses a wiring diagram: the path to the grid, the symbols that an open breaker disconnects, and the flow of power.
 * Pure.
 */
import { type Diagram, type DiagramSymbol, isOpenable, isSource, type SymbolKind } from './diagram.ts';
import { networkOf, type Positions, suppliesOf } from './supply.ts';

/** Returns the keys of energised symbols that lose their supply when this breaker opens. */
export function lostWithout(diagram: Diagram, positions: Positions, breaker: string): string[] {
  const now = suppliesOf(diagram, positions);
  const then = suppliesOf(diagram, new Map(positions).set(breaker, false));
  return diagram.symbols.flatMap((symbol) =>
    symbol.key !== breaker && now.of(symbol) === 'live' && then.of(symbol) !== 'live' ? [symbol.key] : [],
  );
}

const keyOf = (node: string): string => node.split('#', 1)[0]!;

/** Returns the shortest path from a symbol to a supplying source, both included. Empty without such a source. */
export function pathToSource(diagram: Diagram, positions: Positions, start: DiagramSymbol): string[] {
  const { links, nodesOf } = networkOf(diagram);
  const sources = new Set(
    diagram.symbols.flatMap((symbol) =>
      isSource(symbol) && positions.get(symbol.key) === true ? [symbol.key] : [],
    ),
  );
  const before = new Map<string, string | null>(nodesOf(start).map((node) => [node, null]));
  const waiting = [...before.keys()];
  for (const node of waiting) {
    if (sources.has(node)) {
      const path: string[] = [];
      for (let at: string | null | undefined = node; at; at = before.get(at))
        if (path.at(-1) !== keyOf(at)) path.push(keyOf(at));
      return path.reverse();
    }
    for (const { to, through } of links.get(node) ?? []) {
      if (before.has(to) || (through !== undefined && positions.get(through) !== true)) continue;
      before.set(to, node);
      waiting.push(to);
    }
  }
  return [];
}

/** Kinds whose positive power flows into the busbar. A load's positive power flows out of it. */
const SOURCES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['grid', 'generator', 'inverter', 'pcs']);
const CONSUMERS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['charger', 'load']);

/** The end of a wire at a symbol: the wire's index, and the number of the terminal. */
interface End {
  place: number;
  port: number;
}

const endsOf = ({ wires }: Diagram): Map<string, End[]> => {
  const ends = new Map<string, End[]>();
  const add = (key: string, end: End): void => {
    const own = ends.get(key);
    own ? own.push(end) : ends.set(key, [end]);
  };
  wires.forEach(({ from, fromPort, to, toPort }, place) => {
    add(from, { place, port: fromPort });
    add(to, { place, port: toPort });
  });
  return ends;
};

/** Returns the wires whose power is measured at a symbol, with the power that leaves the symbol. */
function measuredEnds(
  { key, kind }: DiagramSymbol,
  power: number,
  ends: readonly End[],
  leadsToBattery: (place: number, key: string) => boolean,
): { place: number; leaving: number }[] {
  // A meter's positive power enters at its first terminal and leaves at the other.
  if (kind === 'meter')
    return ends.map(({ place, port }) => ({ place, leaving: port === 0 ? -power : power }));
  if (!SOURCES.has(kind) && !CONSUMERS.has(kind)) return [];
  // A converter's power is measured at the busbar, not at its battery.
  const end = ends.find(({ place }) => !leadsToBattery(place, key));
  return end ? [{ place: end.place, leaving: SOURCES.has(kind) ? power : -power }] : [];
}

/**
 * Returns the known power of each wire by its index, positive from `from` to `to`. A measured power also applies to the
 * following wires, up to a node with further wires.
 * @param powers measured power by symbol key: supplied power of a source, consumed power of a load
 */
export function wireFlows(diagram: Diagram, powers: ReadonlyMap<string, number>): Map<number, number> {
  const { symbols, wires } = diagram;
  const byKey = new Map(symbols.map((symbol) => [symbol.key, symbol]));
  const ends = endsOf(diagram);
  const otherEnd = (place: number, key: string): string => {
    const { from, to } = wires[place]!;
    return from === key ? to : from;
  };
  const leadsToBattery = (place: number, key: string) => byKey.get(otherEnd(place, key))?.kind === 'battery';
  const flows = new Map<number, number>();
  const follow = (start: string, first: number, leaving: number): void => {
    let [key, place]: [string, number | undefined] = [start, first];
    while (place !== undefined && !flows.has(place)) {
      flows.set(place, wires[place]!.from === key ? leaving : -leaving);
      key = otherEnd(place, key);
      const passed: number = place;
      const others: readonly End[] = ends.get(key) ?? [];
      const isPassage = others.length === 2 && byKey.get(key)?.kind !== 'busbar';
      place = isPassage ? others.find((end) => end.place !== passed)?.place : undefined;
    }
  };
  for (const [key, power] of powers) {
    const symbol = byKey.get(key);
    if (!symbol) continue;
    for (const { place, leaving } of measuredEnds(symbol, power, ends.get(key) ?? [], leadsToBattery))
      follow(key, place, leaving);
  }
  return flows;
}

/** The incoming and outgoing power of a node, over wires with known power. */
export interface NodeLoad {
  key: string;
  into: number;
  out: number;
  /** Number of wires with unknown power. */
  unmeasured: number;
}

export function nodeLoads(diagram: Diagram, flows: ReadonlyMap<number, number>): NodeLoad[] {
  const { symbols, wires } = diagram;
  const busbars = symbols.filter(({ kind }) => kind === 'busbar');
  return busbars.map(({ key }) => {
    const load: NodeLoad = { key, into: 0, out: 0, unmeasured: 0 };
    wires.forEach(({ from, to }, place) => {
      if (from !== key && to !== key) return;
      const flow = flows.get(place);
      if (flow === undefined) load.unmeasured++;
      else if (flow > 0 === (to === key)) load.into += Math.abs(flow);
      else load.out += Math.abs(flow);
    });
    return load;
  });
}

/** Returns the part of a diagram from symbols of these kinds to the next busbars, both included. */
export function partOf(diagram: Diagram, kinds: readonly SymbolKind[]): Diagram {
  const byKey = new Map(diagram.symbols.map((symbol) => [symbol.key, symbol]));
  const reached = new Set(diagram.symbols.flatMap(({ key, kind }) => (kinds.includes(kind) ? [key] : [])));
  const waiting = [...reached];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (byKey.get(key)?.kind === 'busbar') continue;
    for (const { from, to } of diagram.wires) {
      const other = from === key ? to : to === key ? from : null;
      if (other === null || reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  }
  return {
    symbols: diagram.symbols.filter(({ key }) => reached.has(key)),
    wires: diagram.wires.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  };
}

/** Returns the breakers that can be opened, in the order of the drawing. */
export const breakersOf = ({ symbols }: Diagram): DiagramSymbol[] => symbols.filter(isOpenable);
