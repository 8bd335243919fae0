/** Units of measured values: a table of dimensions, prefixes and spellings, with all functions that derive from it. */

/** A unit. `prefixes` lists the prefixes in common use. */
interface Base {
  unit: string;
  /** Factor to the smallest unit of the dimension. Default 1. */
  factor?: number;
  prefixes?: string;
  /** Other spellings of the unit without a prefix. */
  spellings?: readonly string[];
}

const PREFIXES: Readonly<Record<string, number>> = {
  ...{ µ: 1e-6, m: 1e-3, c: 1e-2, '': 1, h: 1e2, k: 1e3, M: 1e6, G: 1e9, T: 1e12 },
};

/** Units by dimension. Units of one dimension can be converted into each other. */
const DIMENSIONS: readonly (readonly Base[])[] = [
  [{ unit: 'W', prefixes: 'mkMGT' }],
  [
    { unit: 'Wh', prefixes: 'mkMGT' },
    { unit: 'J', factor: 1 / 3600, prefixes: 'kMGT' },
  ],
  [{ unit: 'var', prefixes: 'kM', spellings: ['VAr', 'VAR'] }],
  [{ unit: 'varh', prefixes: 'kM', spellings: ['VArh', 'VARh'] }],
  [{ unit: 'VA', prefixes: 'kM' }],
  [{ unit: 'VAh', prefixes: 'kM' }],
  [{ unit: 'V', prefixes: 'µmkM', spellings: ['Volt', 'Volts'] }],
  [{ unit: 'A', prefixes: 'µmk', spellings: ['Amp', 'Amps', 'Ampere'] }],
  [{ unit: 'Ah', prefixes: 'mk' }],
  [{ unit: 'Hz', prefixes: 'mkM', spellings: ['Hertz'] }],
  [{ unit: 'Ω', prefixes: 'mkM', spellings: ['Ohm', 'Ohms'] }],
  [
    { unit: 'Pa', prefixes: 'hkM' },
    { unit: 'bar', factor: 1e5, prefixes: 'm' },
  ],
  [
    { unit: 'g', prefixes: 'mk' },
    { unit: 't', factor: 1e6, prefixes: 'k' },
  ],
  [
    { unit: 's', prefixes: 'm', spellings: ['sec', 'seconds'] },
    { unit: 'min', factor: 60, spellings: ['minutes'] },
    { unit: 'h', factor: 3600, spellings: ['hours'] },
  ],
  [{ unit: 'm', prefixes: 'mck' }],
  [
    { unit: 'l', prefixes: 'm', spellings: ['L'] },
    { unit: 'm³', factor: 1e3, spellings: ['m3', 'm^3'] },
  ],
  [
    { unit: 'l/h' },
    { unit: 'l/min', factor: 60 },
    { unit: 'm³/h', factor: 1e3, spellings: ['m3/h', 'm^3/h', 'm3h'] },
  ],
  [
    { unit: 'm/s', factor: 3.6, spellings: ['mps'] },
    { unit: 'km/h', spellings: ['kmh', 'kph'] },
  ],
  [{ unit: 'W/m²', prefixes: 'k', spellings: ['W/m2', 'W/m^2', 'Wm2'] }],
  [{ unit: 'Wh/m²', prefixes: 'k', spellings: ['Wh/m2', 'Wh/m^2', 'Whm2'] }],
  [{ unit: '°C', spellings: ['℃', 'degC', 'Celsius'] }],
  [{ unit: '°F', spellings: ['℉', 'degF', 'Fahrenheit'] }],
  [{ unit: 'K', spellings: ['Kelvin'] }],
  [{ unit: '°', spellings: ['deg', 'degrees'] }],
  [{ unit: '%', spellings: ['pct', 'percent', '％'] }],
  [{ unit: '‰' }],
  [{ unit: 'ppm' }],
  [{ unit: 'lx', prefixes: 'k', spellings: ['lux'] }],
  [{ unit: 'rpm', spellings: ['r/min', '1/min'] }],
  [
    { unit: 'gCO2', prefixes: 'k' },
    { unit: 'tCO2', factor: 1e6 },
  ],
  [{ unit: 'g/kWh' }],
];

interface Known {
  dimension: number;
  factor: number;
}

const known = new Map<string, Known>();
const spelled = new Map<string, string>();

for (const [dimension, bases] of DIMENSIONS.entries())
  for (const { unit, factor = 1, prefixes = '', spellings = [] } of bases)
    for (const prefix of ['', ...prefixes]) {
      const name = prefix + unit;
      known.set(name, { dimension, factor: factor * PREFIXES[prefix]! });
      for (const spelling of spellings) spelled.set(prefix + spelling, name);
      // Three different characters are used for micro.
      if (prefix === 'µ') for (const micro of ['u', 'μ']) spelled.set(micro + unit, name);
    }

/** All units, in their displayed form. */
export const UNITS: ReadonlySet<string> = new Set(known.keys());

/** Returns the factor that converts unit `from` to unit `to`. Null if they measure different quantities. */
export function unitFactor(from: string, to: string): number | null {
  if (from === to) return 1;
  const [one, other] = [known.get(from), known.get(to)];
  return one && other && one.dimension === other.dimension ? one.factor / other.factor : null;
}

const DIGITS = 15;

/** Converts without float noise: 0.1 kWh becomes 100 Wh, not 100.00000000000001. */
export const convertUnit = (value: number, factor: number): number =>
  factor === 1 ? value : Number((value * factor).toPrecision(DIGITS));

/** Ambiguous lower-case spellings, such as megavolt and millivolt. */
const SMALL = /^m(?:v|a|ah|s|in|bar|ohm|ω|g|l|m|\/s)$/;

/** Units by lower-case spelling. Of two units with the same spelling, the usual one is used. */
const caseless = new Map<string, string>();

for (const [spelling, unit] of [...[...UNITS].map((name) => [name, name] as const), ...spelled]) {
  const key = spelling.toLowerCase();
  const before = caseless.get(key);
  const isMega = unit.startsWith('M');
  if (before === undefined || before === unit || SMALL.test(key) !== isMega) caseless.set(key, unit);
}

/** A price for a quantity: `EUR/MWh`, `€/kWh`, `元/kWh`. */
const PRICE = /^([A-Z]{3}|[€$£¥元]|ct|c)\/([kMG]?Wh|kW|m³|t)$/;
/** Currency signs with a single meaning. The dollar sign has several. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', 元: 'CNY' };
const CENTS = 100;

/**
 * Parses the currency of a unit such as `EUR/MWh`, and the factor to a price per kWh. The currency is null if ambiguous
 * or missing.
 */
export function findEnergyPrice(unit: string): { currency: string | null; factor: number } | null {
  const [, money = '', quantity = ''] = PRICE.exec(unit) ?? [];
  const share = quantity === '' ? null : unitFactor('kWh', quantity);
  if (share === null) return null;
  const isCent = money === 'ct' || money === 'c';
  const currency = SIGNS[money] ?? (/^[A-Z]{3}$/.test(money) ? money : null);
  return { currency, factor: isCent ? share / CENTS : share };
}

/**
 * Finds the unit in a text. Capitals distinguish kilo from Kelvin and milli from mega. `isCaseless`: the
 * capitals of the text have no such meaning. Undefined for an unknown unit.
 */
export function findUnit(text: string, isCaseless = false): string | undefined {
  if (!isCaseless) {
    if (UNITS.has(text)) return text;
    const exact = spelled.get(text);
    if (exact !== undefined) return exact;
    if (PRICE.test(text)) return text;
  }
  return caseless.get(text.toLowerCase());
}
