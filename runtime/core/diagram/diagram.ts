/** A wiring diagram: symbols with terminals, and wires between terminals. Pure. Lengths are in pixels. */
import type { components } from '../../../generated/api.ts';

type Write = components['schemas']['DeviceDiagramWrite'];
/** A symbol as it is stored. */
export type SymbolRow = Write['symbols'][number];
/** Optional fields, which have a default. */
type Defaulted = 'turn' | 'closedValue';
export type DiagramSymbol = Omit<SymbolRow, Defaulted> & Partial<Pick<SymbolRow, Defaulted>>;
export type DiagramWire = Write['wires'][number];
export type SymbolKind = DiagramSymbol['kind'];

export interface Diagram {
  symbols: readonly DiagramSymbol[];
  wires: readonly DiagramWire[];
}

/** Casts a diagram record. Its generated type allows any symbols and wires, but the server has validated them. */
export const diagramOf = (record: { symbols: unknown; wires: unknown }): Diagram =>
  record as unknown as Diagram;

export type Side = 'top' | 'right' | 'bottom' | 'left';
export interface Terminal {
  x: number;
  y: number;
  side: Side;
}

/** Grid width of all symbol positions. */
export const GRID = 20;
export const BUSBAR_LENGTH = 240;
const TALL = 60;
const BOX = 40;
const MIDDLE = BOX / 2;

const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left'];

const TOP: Terminal = { x: MIDDLE, y: 0, side: 'top' };
const BOTTOM: Terminal = { x: MIDDLE, y: BOX, side: 'bottom' };
const THROUGH = [TOP, BOTTOM];

const TERMINALS: Readonly<Record<Exclude<SymbolKind, 'busbar'>, readonly Terminal[]>> = {
  grid: [BOTTOM],
  generator: [TOP],
  breaker: THROUGH,
  switch: THROUGH,
  transformer: [TOP, { ...BOTTOM, y: TALL }],
  meter: THROUGH,
  inverter: THROUGH,
  pcs: THROUGH,
  battery: THROUGH,
  charger: [TOP],
  load: [TOP],
  text: [],
};

/** Returns the terminals of a busbar, at each grid step: even numbers above, odd numbers below. */
const busbarTerminals = (length: number): Terminal[] =>
  Array.from({ length: Math.floor(length / GRID) + 1 }, (_, step) =>
    (['top', 'bottom'] as const).map((side) => ({ x: step * GRID, y: GRID / 2, side })),
  ).flat();

interface Size {
  width: number;
  height: number;
}

const upright = ({ kind, length }: DiagramSymbol): Size =>
  kind === 'busbar'
    ? { width: length ?? BUSBAR_LENGTH, height: GRID }
    : { width: BOX, height: kind === 'transformer' ? TALL : kind === 'text' ? GRID : BOX };

export const isSideways = ({ turn }: DiagramSymbol): boolean => (turn ?? 0) % 2 === 1;

/** Returns the size of a symbol after its rotation. */
export function sizeOf(symbol: DiagramSymbol): Size {
  const { width, height } = upright(symbol);
  return isSideways(symbol) ? { width: height, height: width } : { width, height };
}

/** Rotates a terminal clockwise by 90°, in a box of this height. */
const turned = ({ x, y, side }: Terminal, height: number): Terminal => ({
  x: height - y,
  y: x,
  side: SIDES[(SIDES.indexOf(side) + 1) % SIDES.length]!,
});

/** Returns the terminals of a symbol by their numbers, relative to its upper left corner. */
export function terminalsOf(symbol: DiagramSymbol): readonly Terminal[] {
  let size = upright(symbol);
  let terminals = symbol.kind === 'busbar' ? busbarTerminals(size.width) : [...TERMINALS[symbol.kind]];
  for (let step = 0; step < (symbol.turn ?? 0); step++) {
    const { height } = size;
    terminals = terminals.map((terminal) => turned(terminal, height));
    size = { width: size.height, height: size.width };
  }
  return terminals;
}

/** Returns the position of a terminal in the drawing. Undefined if the symbol lacks this terminal. */
export function terminalAt(symbol: DiagramSymbol, port: number): Terminal | undefined {
  const terminal = terminalsOf(symbol)[port];
  return terminal && { ...terminal, x: symbol.x + terminal.x, y: symbol.y + terminal.y };
}

const OPENABLE: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['breaker', 'switch']);
export const isOpenable = ({ kind }: Pick<DiagramSymbol, 'kind'>): boolean => OPENABLE.has(kind);

const SOURCES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['grid', 'generator']);
/**
 * Returns whether a symbol is a source. Inverters and storage converters follow the grid, and cannot energise a dead
 * busbar.
 */
export const isSource = ({ kind }: Pick<DiagramSymbol, 'kind'>): boolean => SOURCES.has(kind);

export const symbolsByKey = ({ symbols }: Diagram): ReadonlyMap<string, DiagramSymbol> =>
  new Map(symbols.map((symbol) => [symbol.key, symbol]));

/** Returns the serial numbers of all variables in a diagram. */
export const variablesOf = ({ symbols }: Diagram): string[] => [
  ...new Set(
    symbols.flatMap(({ stateSn, valueSns }) => [...(stateSn ? [stateSn] : []), ...(valueSns ?? [])]),
  ),
];
