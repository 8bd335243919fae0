import { describe, expect, it } from 'vitest';
import {
  lostWithout,
  nodeLoads,
  partOf,
  pathToSource,
  wireFlows,
} from '../../../../../runtime/core/diagram/analysis.ts';
import type { Diagram, DiagramSymbol, SymbolKind } from '../../../../../runtime/core/diagram/diagram.ts';
import { terminalAt, terminalsOf } from '../../../../../runtime/core/diagram/diagram.ts';
import { draftDiagram } from '../../../../../runtime/core/diagram/draft.ts';
import { wirePoints } from '../../../../../runtime/core/diagram/drawing.ts';
import { positionsOf, suppliesOf } from '../../../../../runtime/core/diagram/supply.ts';
import { diagramSvg } from '../../../../../runtime/core/diagram/svg.ts';

const symbol = (key: string, kind: SymbolKind, more: Partial<DiagramSymbol> = {}): DiagramSymbol => ({
  ...{ key, kind, name: key, x: 0, y: 0, ...more },
});
const wire = (from: string, fromPort: number, to: string, toPort = 0) => ({ from, fromPort, to, toPort });

/** Two supplies, each over its breaker, at one busbar, with a load and a storage below it. */
const twoSupplies: Diagram = {
  symbols: [
    symbol('g1', 'grid'),
    symbol('g2', 'grid'),
    symbol('q1', 'breaker', { stateSn: 'q1' }),
    symbol('q2', 'breaker', { stateSn: 'q2' }),
    symbol('bar', 'busbar'),
    symbol('q3', 'breaker', { stateSn: 'q3' }),
    symbol('load', 'load'),
    symbol('pcs', 'pcs'),
    symbol('bat', 'battery'),
  ],
  wires: [
    wire('g1', 0, 'q1'),
    wire('g2', 0, 'q2'),
    wire('q1', 1, 'bar', 0),
    wire('q2', 1, 'bar', 4),
    wire('bar', 1, 'q3'),
    wire('q3', 1, 'load'),
    wire('bar', 3, 'pcs'),
    wire('pcs', 1, 'bat'),
  ],
};
const closedAs = (state: Record<string, boolean | null>) =>
  positionsOf(twoSupplies, ({ stateSn }) => (stateSn ? state[stateSn] : undefined));
const suppliesNow = (state: Record<string, boolean | null>) => {
  const supplies = suppliesOf(twoSupplies, closedAs(state));
  return Object.fromEntries(twoSupplies.symbols.map((one) => [one.key, supplies.of(one)]));
};
const ALL = { q1: true, q2: true, q3: true };

describe('parts under voltage', () => {
  it('remain so while one of two supplies is closed, and not without both', () => {
    expect(suppliesNow(ALL)).toMatchObject({ bar: 'live', load: 'live', bat: 'live' });
    expect(suppliesNow({ ...ALL, q1: false })).toMatchObject({ bar: 'live', load: 'live' });
    expect(suppliesNow({ ...ALL, q1: false, q2: false })).toMatchObject({
      ...{ q1: 'live', bar: 'dead', load: 'dead', pcs: 'dead', bat: 'dead' },
    });
  });

  it('are unknown behind a breaker with an unknown position', () => {
    expect(suppliesNow({ ...ALL, q1: null, q2: false })).toMatchObject({ g1: 'live', bar: 'unknown' });
    expect(suppliesNow({ ...ALL, q1: null })).toMatchObject({ bar: 'live' });
    expect(suppliesNow({ ...ALL, q3: null })).toMatchObject({ bar: 'live', load: 'unknown' });
  });

  it('differ at both sides of an open breaker', () => {
    const supplies = suppliesOf(twoSupplies, closedAs({ ...ALL, q3: false }));
    const breaker = twoSupplies.symbols[5]!;
    expect([supplies.at(breaker, 0), supplies.at(breaker, 1)]).toEqual(['live', 'dead']);
  });

  it('need a source: an unmeasured generator is unknown, a dead grid supplies nothing', () => {
    const island: Diagram = {
      symbols: [symbol('gen', 'generator'), symbol('load', 'load')],
      wires: [wire('gen', 0, 'load')],
    };
    const of = (closed: boolean | null | undefined) =>
      suppliesOf(
        island,
        positionsOf(island, () => closed),
      ).of(island.symbols[1]!);
    expect([of(undefined), of(true), of(false)]).toEqual(['unknown', 'live', 'dead']);
  });
});

describe('the analysis', () => {
  it('lists the parts that a breaker would disconnect, and none if another supply remains', () => {
    expect(lostWithout(twoSupplies, closedAs(ALL), 'q1')).toEqual([]);
    expect(lostWithout(twoSupplies, closedAs(ALL), 'q3')).toEqual(['load']);
    expect(lostWithout(twoSupplies, closedAs({ ...ALL, q2: false }), 'q1')).toEqual([
      ...['bar', 'q3', 'load', 'pcs', 'bat'],
    ]);
  });

  it('finds the shortest path to a source over closed breakers only', () => {
    const load = twoSupplies.symbols.find(({ key }) => key === 'load')!;
    expect(pathToSource(twoSupplies, closedAs({ ...ALL, q1: false }), load)).toEqual([
      ...['load', 'q3', 'bar', 'q2', 'g2'],
    ]);
    expect(pathToSource(twoSupplies, closedAs({ ...ALL, q3: null }), load)).toEqual([]);
  });

  it('follows measured power to the busbar, and adds it up there', () => {
    const flows = wireFlows(
      twoSupplies,
      new Map([
        ['g1', 80],
        ['load', 100],
        ['pcs', 20],
      ]),
    );
    expect(Object.fromEntries(flows)).toEqual({ 0: 80, 2: 80, 4: 100, 5: 100, 6: -20 });
    expect(nodeLoads(twoSupplies, flows)).toEqual([{ key: 'bar', into: 100, out: 100, unmeasured: 1 }]);
  });

  it('reverses the flow with the sign, also through a meter', () => {
    const metered: Diagram = {
      symbols: [symbol('g', 'grid'), symbol('m', 'meter'), symbol('bar', 'busbar')],
      wires: [wire('g', 0, 'm'), wire('m', 1, 'bar')],
    };
    const flowsAt = (power: number) => Object.fromEntries(wireFlows(metered, new Map([['m', power]])));
    expect([flowsAt(50), flowsAt(-50)]).toEqual([
      { 0: 50, 1: 50 },
      { 0: -50, 1: -50 },
    ]);
  });

  it('takes the side of some kinds up to the busbar', () => {
    const side = partOf(twoSupplies, ['battery']);
    expect(side.symbols.map(({ key }) => key)).toEqual(['bar', 'pcs', 'bat']);
    expect(side.wires).toHaveLength(2);
  });
});

describe('the drawing', () => {
  it('turns terminals with their symbol', () => {
    const breaker = symbol('q', 'breaker', { x: 100, y: 60, turn: 1 });
    expect(terminalAt(breaker, 0)).toEqual({ x: 140, y: 80, side: 'right' });
    expect(terminalAt(breaker, 1)).toEqual({ x: 100, y: 80, side: 'left' });
    expect(terminalAt(breaker, 2)).toBeUndefined();
    expect(terminalsOf(symbol('b', 'busbar', { length: 40 }))).toHaveLength(6);
  });

  it('leads wires straight out of terminals, with right angles', () => {
    const points = wirePoints({ x: 0, y: 0, side: 'bottom' }, { x: 60, y: 100, side: 'top' });
    expect(points).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 50 },
      { x: 60, y: 50 },
      { x: 60, y: 100 },
    ]);
    expect(wirePoints({ x: 0, y: 0, side: 'bottom' }, { x: 0, y: 100, side: 'top' })).toHaveLength(2);
  });

  it('is a picture in which texts remain texts', () => {
    const diagram: Diagram = { symbols: [symbol('t', 'text', { name: '<script>&"\u0007' })], wires: [] };
    const svg = diagramSvg(diagram, { positions: new Map(), values: new Map(), gone: '-', font: 'Noto' });
    expect(svg).toContain('&lt;script&gt;&amp;&quot; </text>');
  });

  it('is created from devices: each at its own breaker, the battery below its converter', () => {
    const device = (sn: string, type: string) => ({
      ...{ sn, name: sn, type, variables: [{ sn: `${sn}-power`, code: 'power', unit: 'kW' }] },
    });
    const made = draftDiagram(
      [device('M', 'meter'), device('I1', 'inverter'), device('P', 'pcs'), device('B', 'battery')],
      'en',
    );
    const kinds = made.symbols.map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...['grid', 'meter', 'breaker', 'busbar', 'breaker', 'inverter', 'breaker', 'pcs', 'battery'],
    ]);
    for (const { from, fromPort, to, toPort } of made.wires) {
      const ends = [made.symbols.find(({ key }) => key === from), made.symbols.find(({ key }) => key === to)];
      expect([terminalAt(ends[0]!, fromPort), terminalAt(ends[1]!, toPort)]).not.toContain(undefined);
    }
    expect(draftDiagram([], 'zh').symbols).toHaveLength(3);
  });
});
