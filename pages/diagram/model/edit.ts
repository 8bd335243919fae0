/** Edits a diagram. Each function returns a changed diagram. Pure. */
import {
  BUSBAR_LENGTH,
  type Diagram,
  type DiagramSymbol,
  type DiagramWire,
  GRID,
  type SymbolKind,
  sizeOf,
  terminalAt,
  terminalsOf,
} from '../../../runtime/core/diagram/diagram.ts';

interface Place {
  x: number;
  y: number;
}

const onGrid = (length: number): number => Math.round(length / GRID) * GRID;

/** Returns an unused key: the kind with a number. */
function freeKey({ symbols }: Diagram, kind: SymbolKind): string {
  const used = new Set(symbols.map(({ key }) => key));
  let number = 1;
  while (used.has(`${kind}${number}`)) number++;
  return `${kind}${number}`;
}

const overlaps = (one: DiagramSymbol, other: DiagramSymbol): boolean => {
  const [a, b] = [sizeOf(one), sizeOf(other)];
  return (
    one.x < other.x + b.width &&
    other.x < one.x + a.width &&
    one.y < other.y + b.height &&
    other.y < one.y + a.height
  );
};

/** Adds a symbol at this position, or beside it if occupied. */
export function addSymbol(diagram: Diagram, kind: SymbolKind, name: string, { x, y }: Place) {
  const symbol: DiagramSymbol = {
    ...{ key: freeKey(diagram, kind), kind, name, x: onGrid(x), y: onGrid(y) },
    ...(kind === 'busbar' && { length: BUSBAR_LENGTH }),
  };
  while (diagram.symbols.some((other) => overlaps(symbol, other))) symbol.x += 2 * GRID;
  return { diagram: { ...diagram, symbols: [...diagram.symbols, symbol] }, key: symbol.key };
}

export const moveSymbols = (diagram: Diagram, places: ReadonlyMap<string, Place>): Diagram => ({
  ...diagram,
  symbols: diagram.symbols.map((symbol) => {
    const place = places.get(symbol.key);
    return place ? { ...symbol, x: onGrid(place.x), y: onGrid(place.y) } : symbol;
  }),
});

/** Removes symbols with all their wires. */
export const removeSymbols = (diagram: Diagram, keys: ReadonlySet<string>): Diagram => ({
  symbols: diagram.symbols.filter(({ key }) => !keys.has(key)),
  wires: diagram.wires.filter(({ from, to }) => !keys.has(from) && !keys.has(to)),
});

/** Changes a symbol. Shortening a busbar removes the wires beyond its end. */
export function changeSymbol(diagram: Diagram, key: string, change: Partial<DiagramSymbol>): Diagram {
  const symbols = diagram.symbols.map((symbol) => (symbol.key === key ? { ...symbol, ...change } : symbol));
  const changed = symbols.find((symbol) => symbol.key === key);
  const terminals = changed ? terminalsOf(changed).length : 0;
  const wires = diagram.wires.filter(
    ({ from, fromPort, to, toPort }) =>
      !((from === key && fromPort >= terminals) || (to === key && toPort >= terminals)),
  );
  return { symbols, wires };
}

const sameWire = (one: DiagramWire, other: DiagramWire): boolean =>
  (one.from === other.from &&
    one.fromPort === other.fromPort &&
    one.to === other.to &&
    one.toPort === other.toPort) ||
  (one.from === other.to &&
    one.fromPort === other.toPort &&
    one.to === other.from &&
    one.toPort === other.fromPort);

/** Adds a wire. An existing wire, or one from a symbol to itself, changes nothing. */
export function addWire(diagram: Diagram, wire: DiagramWire): Diagram {
  if (wire.from === wire.to || diagram.wires.some((other) => sameWire(wire, other))) return diagram;
  return { ...diagram, wires: [...diagram.wires, wire] };
}

export const removeWire = (diagram: Diagram, place: number): Diagram => ({
  ...diagram,
  wires: diagram.wires.filter((_, at) => at !== place),
});

/**
 * Returns the wire between the nearest terminals of two symbols, preferring free ones. Null if a symbol has no
 * terminal.
 */
export function nearestWire(diagram: Diagram, from: DiagramSymbol, to: DiagramSymbol): DiagramWire | null {
  const isUsed = (key: string, port: number) =>
    diagram.wires.some(
      (wire) => (wire.from === key && wire.fromPort === port) || (wire.to === key && wire.toPort === port),
    );
  let best: { wire: DiagramWire; cost: number } | null = null;
  /** Added distance of a used terminal, longer than any drawing. */
  const USED_COST = 1_000_000;
  for (const fromPort of terminalsOf(from).keys())
    for (const toPort of terminalsOf(to).keys()) {
      const [start, end] = [terminalAt(from, fromPort)!, terminalAt(to, toPort)!];
      const usedPorts = Number(isUsed(from.key, fromPort)) + Number(isUsed(to.key, toPort));
      const cost = Math.hypot(start.x - end.x, start.y - end.y) + usedPorts * USED_COST;
      if (!best || cost < best.cost) best = { wire: { from: from.key, fromPort, to: to.key, toPort }, cost };
    }
  return best?.wire ?? null;
}
