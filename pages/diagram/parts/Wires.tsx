import { useMemo } from 'react';
import { type Diagram, symbolsByKey } from '../../../runtime/core/diagram/diagram.ts';
import { arrowAt, boundsOf, pathOf, pointsOf } from '../../../runtime/core/diagram/drawing.ts';
import type { Supplies } from '../../../runtime/core/diagram/supply.ts';

interface Props {
  diagram: Diagram;
  supplies: Supplies | null;
  /** Power along each wire by its place, positive from its first end. */
  flows: ReadonlyMap<number, number>;
  marked: ReadonlySet<string> | undefined;
}

const ARROW = 'M-5 -4L5 0L-5 4Z';
const BACK = 180;

/** All wires in one drawing below the symbols, with an arrow where power is known to flow. */
export function Wires({ diagram, supplies, flows, marked }: Props) {
  const byKey = useMemo(() => symbolsByKey(diagram), [diagram]);
  const { x, y, width, height } = boundsOf(diagram);
  return (
    <svg
      className="wd-diagram-wires"
      style={{ left: x, top: y }}
      viewBox={`${x} ${y} ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {diagram.wires.map((wire, place) => {
        const points = pointsOf(byKey, wire);
        const from = byKey.get(wire.from);
        if (!points || !from) return null;
        const supply = supplies?.at(from, wire.fromPort);
        const flow = flows.get(place) ?? 0;
        const arrow = arrowAt(points);
        const isFaint = marked && !(marked.has(wire.from) && marked.has(wire.to));
        return (
          <g
            key={`${wire.from}.${wire.fromPort}-${wire.to}.${wire.toPort}`}
            data-supply={supply}
            data-faint={isFaint ? '' : undefined}
          >
            <path d={pathOf(points)} />
            {flow !== 0 && (
              <path
                className="wd-diagram-arrow"
                d={ARROW}
                transform={`translate(${arrow.x} ${arrow.y}) rotate(${arrow.angle + (flow < 0 ? BACK : 0)})`}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}
