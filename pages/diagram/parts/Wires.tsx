import { memo, useMemo } from 'react';
import { type Diagram, symbolsByKey } from '../../../runtime/core/diagram/diagram.ts';
import { arrowAt, boundsOf, pathOf, pointsOf } from '../../../runtime/core/diagram/drawing.ts';
import type { Supplies, Supply } from '../../../runtime/core/diagram/supply.ts';

export interface WiresProps {
  diagram: Diagram;
  supplies: Supplies | null;
  /** Power flow by the index of a wire: forwards (1), backwards (-1) or none (0). */
  flows: ReadonlyMap<number, number> | null;
  marked: ReadonlySet<string> | undefined;
}

const ARROW = 'M-5 -4L5 0L-5 4Z';
const BACK = 180;

/** Returns the path of each wire with two ends. Computed only when the drawing changes. */
function waysOf(diagram: Diagram) {
  const byKey = symbolsByKey(diagram);
  return diagram.wires.flatMap((wire, place) => {
    const points = pointsOf(byKey, wire);
    const from = byKey.get(wire.from);
    if (!points || !from) return [];
    const key = `${wire.from}.${wire.fromPort}-${wire.to}.${wire.toPort}`;
    return [{ key, wire, place, from, path: pathOf(points), arrow: arrowAt(points) }];
  });
}

interface WireProps {
  path: string;
  arrow: ReturnType<typeof arrowAt>;
  supply: Supply | undefined;
  faint: boolean;
  /** Direction of the power flow: 1 forwards, -1 backwards, 0 unknown. */
  flow: number;
}

const Wire = memo(function Wire({ path, arrow, supply, faint, flow }: WireProps) {
  return (
    <g data-supply={supply} data-faint={faint ? '' : undefined}>
      <path d={path} />
      {flow !== 0 && (
        <path
          className="wd-diagram-arrow"
          d={ARROW}
          transform={`translate(${arrow.x} ${arrow.y}) rotate(${arrow.angle + (flow < 0 ? BACK : 0)})`}
        />
      )}
    </g>
  );
});

/** Draws all wires below the symbols, with arrows for known power flow. */
export const Wires = memo(function Wires({ diagram, supplies, flows, marked }: WiresProps) {
  const ways = useMemo(() => waysOf(diagram), [diagram]);
  const { x, y, width, height } = useMemo(() => boundsOf(diagram), [diagram]);
  return (
    <svg
      className="wd-diagram-wires"
      style={{ left: x, top: y }}
      viewBox={`${x} ${y} ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {ways.map(({ key, wire, place, from, path, arrow }) => (
        <Wire
          key={key}
          {...{ path, arrow }}
          supply={supplies?.at(from, wire.fromPort)}
          flow={flows?.get(place) ?? 0}
          faint={marked !== undefined && !(marked.has(wire.from) && marked.has(wire.to))}
        />
      ))}
    </svg>
  );
});
