/** Draws a wiring diagram as an SVG file, with the same strokes as on screen. Pure. */

import { wireFlows } from './analysis.ts';
import { type Diagram, type DiagramSymbol, isOpenable, isSideways, sizeOf, symbolsByKey } from './diagram.ts';
import {
  arrowAt,
  boundsOf,
  LABEL_LINE,
  labelAt,
  type Position,
  pathOf,
  pointsOf,
  strokesOf,
} from './drawing.ts';
import { labelLines, powersOf, type ShownValues } from './labels.ts';
import { type Positions, type Supplies, type Supply, suppliesOf } from './supply.ts';

export interface Picture {
  positions: Positions;
  values: ShownValues;
  /** Text for a deleted variable. */
  gone: string;
  /** The font family. */
  font: string;
}

const INK = '#1b2026';
const QUIET = '#98a2b3';
const COLOURS: Readonly<Record<Supply, string>> = { live: '#b42318', dead: '#667085', unknown: '#b54708' };
const DASHED = ' stroke-dasharray="4 4"';
const FONT_SIZE = 12;
const ARROW = 'M-5 -4L5 0L-5 4Z';
const QUARTER = 90;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  // XML does not allow control characters.
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (one) => ESCAPES[one]!);

/** Returns the transformation of the unrotated drawing to the box of the symbol. */
export function placeOf(symbol: DiagramSymbol): string {
  const { width, height } = sizeOf(symbol);
  const [wide, tall] = isSideways(symbol) ? [height, width] : [width, height];
  const angle = (symbol.turn ?? 0) * QUARTER;
  const middle = `translate(${symbol.x + width / 2} ${symbol.y + height / 2})`;
  return `${middle} rotate(${angle}) translate(${-wide / 2} ${-tall / 2})`;
}

function symbolSvg(symbol: DiagramSymbol, supplies: Supplies, picture: Picture): string {
  const { positions, values, gone, font } = picture;
  const supply = supplies.of(symbol);
  const position: Position = isOpenable(symbol) ? (positions.get(symbol.key) ?? null) : undefined;
  const strokes = strokesOf(symbol, position).map(
    ({ d, solid, wide }) =>
      `<path d="${d}"${solid ? ` fill="${COLOURS[supply]}"` : ''}${wide ? ' stroke-width="4"' : ''}/>`,
  );
  const at = labelAt(symbol);
  const lines = labelLines(symbol, values, gone).map(
    ({ text, old }, row) =>
      `<text x="${at.x}" y="${at.y + row * LABEL_LINE}" fill="${old ? QUIET : INK}" font-family="${font}" font-size="${FONT_SIZE}">${escaped(text)}</text>`,
  );
  const dash = supply === 'unknown' ? DASHED : '';
  return `<g transform="${placeOf(symbol)}" stroke="${COLOURS[supply]}"${dash} fill="none" stroke-width="1.5">${strokes.join('')}</g>${lines.join('')}`;
}

/** Draws the SVG. Each kind of supply has a colour, and arrows show the direction of measured power. */
export function diagramSvg(diagram: Diagram, picture: Picture): string {
  const byKey = symbolsByKey(diagram);
  const supplies = suppliesOf(diagram, picture.positions);
  const flows = wireFlows(diagram, powersOf(diagram, picture.values));
  const wires = diagram.wires.map((wire, place) => {
    const points = pointsOf(byKey, wire);
    if (!points) return '';
    const supply = supplies.at(byKey.get(wire.from)!, wire.fromPort);
    const flow = flows.get(place) ?? 0;
    const { x, y, angle } = arrowAt(points);
    const arrow =
      flow === 0
        ? ''
        : `<path d="${ARROW}" transform="translate(${x} ${y}) rotate(${angle + (flow < 0 ? 2 * QUARTER : 0)})" fill="${COLOURS[supply]}" stroke="none"/>`;
    const dash = supply === 'unknown' ? DASHED : '';
    return `<path d="${pathOf(points)}" stroke="${COLOURS[supply]}"${dash} fill="none" stroke-width="1.5"/>${arrow}`;
  });
  const { x, y, width, height } = boundsOf(diagram);
  const symbols = diagram.symbols.map((symbol) => symbolSvg(symbol, supplies, picture));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">${wires.join('')}${symbols.join('')}</svg>`;
}
