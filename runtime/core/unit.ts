/** Units of one kind and what each is in the smallest of them; a figure may be shown in any unit of its kind. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { W: 1, kW: 1e3, MW: 1e6, GW: 1e9 },
  { Wh: 1, kWh: 1e3, MWh: 1e6, GWh: 1e9 },
  { var: 1, kvar: 1e3, Mvar: 1e6 },
  { varh: 1, kvarh: 1e3, Mvarh: 1e6 },
  { VA: 1, kVA: 1e3, MVA: 1e6 },
  { mV: 1, V: 1e3, kV: 1e6 },
  { mA: 1, A: 1e3, kA: 1e6 },
  { g: 1, kg: 1e3, t: 1e6 },
  { s: 1, min: 60, h: 3600 },
];

/** Returns the factor that makes a figure of unit `from` one of unit `to`; null when they measure different things. */
export function unitFactor(from: string, to: string): number | null {
  if (from === to) return 1;
  const kind = KINDS.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  return kind ? kind[from]! / kind[to]! : null;
}

const DIGITS = 15;

/** Without the noise of the multiplication: 0.1 kWh are 100 Wh, not 100.00000000000001. */
export const convertUnit = (value: number, factor: number): number =>
  factor === 1 ? value : Number((value * factor).toPrecision(DIGITS));
