/**
 * Makes a drawing with the given number of symbols, wires and values. The symbols are rows of a busbar's feeders, each
 * wired to its neighbours.
 */

import type { DiagramNow } from '../../pages/diagram/parts/useDiagram.ts';
import type { Diagram, DiagramSymbol, DiagramWire } from '../../runtime/core/diagram/diagram.ts';

const COLUMNS = 25;
const STEP = { x: 120, y: 100 };

export const snAt = (at: number): string => `V${at}`;

export function makeDrawing(symbols: number, wires: number, values: number): Diagram {
  const kinds = ['meter', 'breaker', 'inverter', 'transformer'] as const;
  const drawn = Array.from(
    { length: symbols },
    (_, at): DiagramSymbol => ({
      ...{ key: `s${at}`, kind: at === 0 ? 'grid' : kinds[at % kinds.length]!, name: `Symbol ${at}` },
      ...{ x: (at % COLUMNS) * STEP.x, y: Math.floor(at / COLUMNS) * STEP.y, turn: 0 },
      ...(at < values && { valueSns: [snAt(at)] }),
    }),
  );
  const below = Array.from({ length: symbols - COLUMNS }, (_, at) => [at, at + COLUMNS] as const);
  const beside = Array.from({ length: symbols - 1 }, (_, at) => [at, at + 1] as const);
  const pairs = [...below, ...beside].slice(0, wires);
  return {
    symbols: drawn,
    wires: pairs.map(
      ([from, to]): DiagramWire => ({
        ...{ from: `s${from}`, fromPort: from === 0 ? 0 : 1, to: `s${to}`, toPort: 0 },
      }),
    ),
  };
}

/** Returns a new value for each symbol in every round. Breakers do not change. */
export function nowAt({ symbols }: Diagram, values: number, round: number): DiagramNow {
  const one = (at: number) => ({
    ...{ sn: snAt(at), name: snAt(at), value: (at * 7 + round * 13) % 400, unit: 'kW', decimals: 1 },
    ...{ stale: false, ts: new Date(0).toISOString(), quality: 0, dataType: 'number' },
  });
  const breakers = symbols.filter(({ kind }) => kind === 'breaker');
  return {
    positions: new Map(breakers.map(({ key }, at) => [key, at % 9 !== 0])),
    values: new Map(Array.from({ length: values }, (_, at) => [snAt(at), one(at)])),
  };
}
