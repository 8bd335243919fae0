/** Draws the symbols and wires of a diagram. Screen, image and print use the same strokes. Pure. */
import {
  BUSBAR_LENGTH,
  type Diagram,
  type DiagramSymbol,
  type DiagramWire,
  GRID,
  sizeOf,
  type Terminal,
  terminalAt,
} from './diagram.ts';

/** A path in the unrotated box of its symbol. `solid`: filled with the stroke colour. */
export interface Stroke {
  d: string;
  solid?: true;
  wide?: true;
}

/** The position of a switchable symbol: true for closed, null for unknown. Undefined for other symbols. */
export type Position = boolean | null | undefined;

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const BOX = 'M4 4H36V36H4Z';
const THROUGH_BOX = 'M20 0V4M20 36V40';

/** Draws a filled square on the line if closed, an empty one if open, a crossed one if unknown. */
const breaker = (position: Position): Stroke[] => [
  { d: 'M20 0V10M20 30V40' },
  { d: 'M10 10H30V30H10Z', ...(position === true && { solid: true }) },
  ...(position === null ? [{ d: 'M10 10L30 30M30 10L10 30' }] : []),
];

/** Draws the blade of a switch: on the line if closed, off the line if open, dashed if unknown. */
const blade = (position: Position): Stroke[] => [
  { d: `M20 0V10M20 30V40M14 10H26` },
  { d: circle(20, 30, 2), solid: true },
  { d: position === true ? 'M20 30V10' : position === false ? 'M20 30L34 14' : 'M20 30L28 21M31 17L34 14' },
];

export function strokesOf({ kind, length }: DiagramSymbol, position: Position): readonly Stroke[] {
  switch (kind) {
    case 'busbar':
      return [{ d: `M0 ${GRID / 2}H${length ?? BUSBAR_LENGTH}`, wide: true }];
    case 'breaker':
      return breaker(position);
    case 'switch':
      return blade(position);
    case 'grid':
      return [{ d: 'M20 40V28M8 28H32M20 28L8 4M20 28L32 4M12 12H28M10 8L30 20M30 8L10 20' }];
    case 'generator':
      return [{ d: 'M20 0V4' }, { d: circle(20, 20, 16) }, { d: 'M26 15a7 7 0 1 0 1 6H21' }];
    case 'transformer':
      return [{ d: 'M20 0V6M20 54V60' }, { d: circle(20, 22, 15) }, { d: circle(20, 38, 15) }];
    case 'meter':
      return [{ d: 'M20 0V6M20 34V40' }, { d: circle(20, 20, 14) }, { d: 'M20 20L28 12M12 24H28' }];
    case 'inverter':
      return [{ d: THROUGH_BOX }, { d: BOX }, { d: 'M4 36L36 4M9 11H19M9 15H19M21 28c2-5 4-5 6 0s4 5 6 0' }];
    case 'pcs':
      return [{ d: THROUGH_BOX }, { d: BOX }, { d: 'M4 36L36 4M9 13c2-5 4-5 6 0s4 5 6 0M22 26H32M22 30H32' }];
    case 'battery':
      return [{ d: 'M20 0V12M20 28V40M8 12H32M8 22H32' }, { d: 'M14 17H26M14 27H26', wide: true }];
    case 'charger':
      return [{ d: 'M20 0V4' }, { d: BOX }, { d: 'M22 9L13 22H20L18 31L27 18H20Z', solid: true }];
    case 'load':
      return [{ d: 'M20 0V34' }, { d: 'M12 24H28L20 38Z', solid: true }];
    case 'text':
      return [];
  }
}

interface Point {
  x: number;
  y: number;
}

const OUT = GRID / 2;
const AWAY: Readonly<Record<Terminal['side'], Point>> = {
  ...{ top: { x: 0, y: -1 }, bottom: { x: 0, y: 1 } },
  ...{ left: { x: -1, y: 0 }, right: { x: 1, y: 0 } },
};
const stub = ({ x, y, side }: Terminal): Point => ({ x: x + AWAY[side].x * OUT, y: y + AWAY[side].y * OUT });
const isUpright = ({ side }: Terminal): boolean => side === 'top' || side === 'bottom';

/** Returns the points of a wire. The wire leaves its terminals straight, with right angles between them. */
export function wirePoints(from: Terminal, to: Terminal): Point[] {
  const [start, end] = [stub(from), stub(to)];
  const turns: Point[] = [];
  if (isUpright(from) && isUpright(to)) {
    const y = isFacing(from, to) ? Math.round((start.y + end.y) / 2) : start.y;
    turns.push({ x: start.x, y }, { x: end.x, y });
  } else if (!isUpright(from) && !isUpright(to)) {
    const x = isFacing(from, to) ? Math.round((start.x + end.x) / 2) : start.x;
    turns.push({ x, y: start.y }, { x, y: end.y });
  } else turns.push(isUpright(from) ? { x: start.x, y: end.y } : { x: end.x, y: start.y });
  return straight([from, start, ...turns, end, to].map(({ x, y }) => ({ x, y })));
}

/** Returns whether a terminal points towards the other. */
function isFacing(from: Terminal, to: Terminal): boolean {
  const { x, y } = AWAY[from.side];
  return from.side !== to.side && (to.x - from.x) * x + (to.y - from.y) * y > 0;
}

/** Removes points on a straight line between their neighbours. */
function straight(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const [one, two] = [corners.at(-2), corners.at(-1)];
    if (two && two.x === point.x && two.y === point.y) continue;
    if (one && two && ((one.x === two.x && two.x === point.x) || (one.y === two.y && two.y === point.y)))
      corners.pop();
    corners.push(point);
  }
  return corners;
}

export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** Returns the points of a wire. Null if one of its symbols no longer exists. */
export function pointsOf(
  byKey: ReadonlyMap<string, DiagramSymbol>,
  { from, fromPort, to, toPort }: DiagramWire,
): Point[] | null {
  const [start, end] = [byKey.get(from), byKey.get(to)];
  const [first, last] = [start && terminalAt(start, fromPort), end && terminalAt(end, toPort)];
  return first && last ? wirePoints(first, last) : null;
}

/** Returns the middle and the direction in degrees of the longest straight segment, for an arrow. */
export function arrowAt(points: readonly Point[]): Point & { angle: number } {
  let best = { x: 0, y: 0, angle: 0, length: -1 };
  points.slice(1).forEach((end, place) => {
    const start = points[place]!;
    const length = Math.abs(end.x - start.x) + Math.abs(end.y - start.y);
    if (length <= best.length) return;
    const angle = end.x > start.x ? 0 : end.x < start.x ? 180 : end.y > start.y ? 90 : 270;
    best = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, angle, length };
  });
  return best;
}

const LABEL_GAP = 6;
export const LABEL_LINE = 15;

/** Returns the position of the first label line beside a symbol. */
export function labelAt(symbol: DiagramSymbol): Point {
  const { width } = sizeOf(symbol);
  if (symbol.kind === 'busbar') return { x: symbol.x, y: symbol.y - LABEL_GAP / 2 };
  if (symbol.kind === 'text') return { x: symbol.x, y: symbol.y + LABEL_LINE };
  return { x: symbol.x + width + LABEL_GAP, y: symbol.y + LABEL_LINE };
}

/** Margin for the labels of symbols at the edge. */
const MARGIN = 40;
const LABEL_WIDTH = 140;

/** Returns the bounding box of a diagram. */
export function boundsOf({ symbols }: Diagram): { x: number; y: number; width: number; height: number } {
  if (symbols.length === 0) return { x: 0, y: 0, width: 2 * MARGIN, height: 2 * MARGIN };
  const boxes = symbols.map((symbol) => ({ ...symbol, ...sizeOf(symbol) }));
  const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
  const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + LABEL_WIDTH;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
  return { x, y, width: right - x, height: bottom - y };
}
