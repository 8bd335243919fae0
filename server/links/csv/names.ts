/** Names of files and columns. Pure. */
import { isKeyValid } from '../../sites/telemetry/intake/autoVariables.ts';
import { unitOfName } from '../../sites/telemetry/intake/unitOfName.ts';

/**
 * `*` stands for any characters; case does not matter. From left to right each part is looked for once, so a pattern never
 * takes longer than its name is long.
 */
export function matchesName(name: string, pattern: string): boolean {
  const text = name.toLowerCase();
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of parts) {
    const start = text.indexOf(part, position);
    if (start < 0) return false;
    position = start + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}

/** A column by its heading, or by its place from 1: `#1`. -1: there is none. */
export function findColumn(column: string, headings: readonly string[] | null, count: number): number {
  const named = headings?.indexOf(column) ?? -1;
  if (named >= 0) return named;
  const place = Number(/^#([1-9]\d{0,4})$/.exec(column)?.[1] ?? 0);
  return place <= count ? place - 1 : -1;
}

/** Returns what a mapping calls the column at a place: its heading where that tells it from the others. */
export function nameColumn(index: number, headings: readonly string[] | null): string {
  const heading = headings?.[index] ?? '';
  return heading !== '' && headings?.indexOf(heading) === index ? heading : `#${index + 1}`;
}

const IN_BRACKETS = /^(.*\S)\s*[[(（【]([^\])）】]{1,20})[\])）】]$/;
const BEHIND = /^(.*\S)(?:\s*\/\s*| in )(\S{1,20})$/;
const UNITS: ReadonlySet<string> = new Set([
  ...['W', 'kW', 'MW', 'GW', 'Wh', 'kWh', 'MWh', 'GWh', 'var', 'kvar', 'Mvar', 'kvarh', 'VA', 'kVA', 'MVA'],
  ...[
    'V',
    'mV',
    'kV',
    'A',
    'mA',
    'kA',
    'Ah',
    'Hz',
    '%',
    '°C',
    '°F',
    'K',
    '°',
    'W/m²',
    'kWh/m²',
    'm/s',
    'km/h',
  ],
  ...[
    'Pa',
    'hPa',
    'kPa',
    'bar',
    'mbar',
    's',
    'min',
    'h',
    't',
    'kg',
    'g',
    'mm',
    'm',
    'm³',
    'm³/h',
    'l',
    'l/h',
    'ppm',
  ],
  ...['lx', 'Ω', 'kΩ', 'J', 'kJ', 'MJ', 'GJ', '€', '元', 'tCO2', 'kgCO2', 'g/kWh', '€/kWh', '元/kWh'],
]);
const ALIASES = new Map<string, string>([
  ...[...UNITS].map((unit): [string, string] => [unit.toLowerCase(), unit]),
  ...([
    ['℃', '°C'],
    ['c', '°C'],
    ['degc', '°C'],
    ['deg', '°'],
    ['m3', 'm³'],
    ['m3/h', 'm³/h'],
    ['w/m2', 'W/m²'],
    ['w/m^2', 'W/m²'],
  ] as const),
]);

const findUnit = (text: string): string | undefined =>
  UNITS.has(text) ? text : ALIASES.get(text.trim().toLowerCase());

export interface ReadHeading extends ReturnType<typeof unitOfName> {
  name: string;
  /** The key of its variable. */
  code: string;
}

const MAX_NAME = 80;

/**
 * Reads from a heading such as `Leistung [kW]` what its values are; `fallback` is the key where it can be none itself.
 */
export function readHeading(heading: string, fallback: string): ReadHeading {
  const match = IN_BRACKETS.exec(heading) ?? BEHIND.exec(heading);
  const unit = match ? findUnit(match[2]!) : undefined;
  const name = (unit === undefined ? heading : match![1]!).slice(0, MAX_NAME).trim();
  const ofName = unitOfName(unit === undefined ? heading : `${name}_${unit}`);
  return {
    ...ofName,
    ...(unit !== undefined && { unit }),
    name: name || fallback,
    code: isKeyValid(name) ? name : fallback,
  };
}

/** A number that may stand in the address of a device, from the name of its file. */
export function makeDeviceSn(fileName: string): string {
  const plain = fileName.replace(/\.[a-z]{3,4}$/i, '').replace(/[^A-Za-z0-9_.:-]+/g, '-');
  return plain.replace(/^[^A-Za-z0-9]+/, '').slice(0, 64) || 'recording';
}
