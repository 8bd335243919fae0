import { memo } from 'react';
import type { DiagramSymbol } from '../../../runtime/core/diagram/diagram.ts';
import { isOpenable, isSideways, sizeOf } from '../../../runtime/core/diagram/diagram.ts';
import { type Position, strokesOf } from '../../../runtime/core/diagram/drawing.ts';

const QUARTER = 90;

interface Props {
  symbol: DiagramSymbol;
  position?: Position | undefined;
}

/** Draws a symbol in the current text colour. */
export const SymbolDrawing = memo(function SymbolDrawing({ symbol, position }: Props) {
  const { width, height } = sizeOf(symbol);
  const [wide, tall] = isSideways(symbol) ? [height, width] : [width, height];
  const turn = `translate(${width / 2} ${height / 2}) rotate(${(symbol.turn ?? 0) * QUARTER}) translate(${-wide / 2} ${-tall / 2})`;
  return (
    <svg
      className="wd-diagram-drawing"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <g transform={turn}>
        {strokesOf(symbol, isOpenable(symbol) ? (position ?? null) : undefined).map(
          ({ d, solid, wide: thick }) => (
            <path key={d} d={d} data-solid={solid} data-wide={thick} />
          ),
        )}
      </g>
    </svg>
  );
});
