/**
 * Makes a first drawing from the devices of a station: supply, transformer, a busbar, and a feeder for each device.
 * Pure.
 */

import type { Lang } from '../text/lang.ts';
import { pickText } from '../text/pickText.ts';
import type { DiagramWire, SymbolKind, SymbolRow } from './diagram.ts';

export interface DraftDevice {
  sn: string;
  name: string;
  type: string;
  variables: readonly { sn: string; code: string; unit: string }[];
}

/** Devices at the busbar, in the order of their feeders. */
const FEEDERS: readonly { type: string; kind: SymbolKind }[] = [
  { type: 'inverter', kind: 'inverter' },
  { type: 'pcs', kind: 'pcs' },
  { type: 'charger', kind: 'charger' },
  { type: 'load', kind: 'load' },
  { type: 'airConditioner', kind: 'load' },
];

const GRID_NAME = { zh: '电网', en: 'Grid' };
const BUSBAR_NAME = { zh: '母线', en: 'Busbar' };

const LEFT = 80;
const STEP = 180;
const TOPS = {
  grid: 0,
  meter: 80,
  transformer: 160,
  breaker: 260,
  busbar: 360,
  feeder: 420,
  device: 520,
  below: 620,
};
const HALF = 20;
const STEP_OF_PORTS = 20;

/** Values displayed at a symbol: the power of its device, and the state of charge of a battery. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  battery: ['soc', 'voltage'],
  transformer: ['load', 'oilTemperature'],
  airConditioner: ['power', 'temperature'],
};
const POWER = ['power'];

const shownOf = ({ type, variables }: DraftDevice): string[] =>
  (SHOWN[type] ?? POWER).flatMap((code) => variables.find((one) => one.code === code)?.sn ?? []);

const shortKey = (sn: string, place: number): string =>
  `${sn.replace(/[^A-Za-z0-9]/g, '').slice(-12)}_${place}`;

const place = (
  symbol: Omit<SymbolRow, 'x' | 'y' | 'turn' | 'closedValue'>,
  at: Pick<SymbolRow, 'x' | 'y'>,
): SymbolRow => ({ ...symbol, ...at, turn: 0, closedValue: 1 });

const ofDevice = (device: DraftDevice, kind: SymbolKind, key: string) => ({
  ...{ key, kind, name: device.name.slice(0, 60), deviceSn: device.sn, valueSns: shownOf(device) },
});

/** Draws top down: the supply, the busbar, and below it a column for each device. */
export function draftDiagram(devices: readonly DraftDevice[], lang: Lang) {
  const first = (type: string) => devices.find((device) => device.type === type);
  const columns = FEEDERS.flatMap(({ type, kind }) =>
    devices.filter((device) => device.type === type).map((device) => ({ device, kind })),
  );
  const batteries = devices.filter(({ type }) => type === 'battery');
  const symbols: SymbolRow[] = [];
  const wires: DiagramWire[] = [];
  const join = (from: string, fromPort: number, to: string, toPort = 0): void => {
    wires.push({ from, fromPort, to, toPort });
  };
  const length = Math.max(1, columns.length - 1) * STEP + 2 * HALF;
  const middle = LEFT + STEP * Math.max(0, Math.floor((columns.length - 1) / 2));
  // The symbols of the supply, from top to bottom.
  symbols.push(
    place({ key: 'grid', kind: 'grid', name: pickText(GRID_NAME, lang) }, { x: middle, y: TOPS.grid }),
  );
  let above = { key: 'grid', port: 0 };
  const [meter, transformer] = [first('meter'), first('transformer')];
  const hang = (symbol: SymbolRow): void => {
    symbols.push(symbol);
    join(above.key, above.port, symbol.key);
    above = { key: symbol.key, port: 1 };
  };
  if (meter) hang(place(ofDevice(meter, 'meter', 'meter'), { x: middle, y: TOPS.meter }));
  if (transformer)
    hang(place(ofDevice(transformer, 'transformer', 'transformer'), { x: middle, y: TOPS.transformer }));
  hang(place({ key: 'QF1', kind: 'breaker', name: 'QF1' }, { x: middle, y: TOPS.breaker }));
  symbols.push(
    place(
      { key: 'busbar', kind: 'busbar', name: pickText(BUSBAR_NAME, lang), length },
      { x: LEFT, y: TOPS.busbar },
    ),
  );
  const portAt = (x: number, below: boolean) => ((x + HALF - LEFT) / STEP_OF_PORTS) * 2 + (below ? 1 : 0);
  join(above.key, above.port, 'busbar', portAt(middle, false));
  columns.forEach(({ device, kind }, at) => {
    const x = LEFT + at * STEP;
    const [feeder, key] = [`QF${at + 2}`, shortKey(device.sn, at)];
    symbols.push(place({ key: feeder, kind: 'breaker', name: feeder }, { x, y: TOPS.feeder }));
    join('busbar', portAt(x, true), feeder);
    symbols.push(place(ofDevice(device, kind, key), { x, y: TOPS.device }));
    join(feeder, 1, key);
    const battery = kind === 'pcs' ? batteries.shift() : undefined;
    if (!battery) return;
    const below = shortKey(battery.sn, columns.length + at);
    symbols.push(place(ofDevice(battery, 'battery', below), { x, y: TOPS.below }));
    join(key, 1, below);
  });
  return { symbols, wires };
}
