/**
 * Parses units in names of telemetry keys and columns: `active_energy_total_kwh`, `E_kWh`, `powerKw`, `U L1 (V)`. Pure.
 */
import { findUnit, unitFactor } from '../../../../runtime/core/numbers/unit.ts';
import type { VariableKind } from '../types.ts';

interface NamedUnit {
  unit: string;
  kind: VariableKind;
  decimals: number;
}

const DECIMALS: Readonly<Record<string, number>> = {
  ...{ MWh: 3, MW: 3, t: 3, '%': 1, '°C': 1, Ah: 1, hPa: 1, 'm/s': 1 },
  ...{ W: 0, Wh: 0, 'W/m²': 0, mV: 0, mA: 0, '°': 0, min: 0, s: 0 },
};
const DECIMALS_ELSE = 2;

const COUNTER_NAME = /(?:^|_)(?:total|counter|cumulative|cumulated|reading)(?:_|$)/;

/**
 * Units with a single letter. Most count only if other words name the quantity. Otherwise the letter is a phase, a
 * place or a part.
 */
const LETTERS: Readonly<Record<string, readonly [unit: string, about: RegExp | null]>> = {
  w: ['W', null],
  v: ['V', null],
  a: ['A', /current|amp|strom|courant|^i\d?$|电流/],
  c: ['°C', /temp|^t\d?$|dew|温/],
  k: ['K', /temp|温/],
  s: ['s', /time|duration|delay|interval|uptime|时/],
  h: ['h', /time|duration|hours|runtime|时/],
  t: ['t', /mass|weight|co2|emission|ton|重/],
  m: ['m', /length|distance|height|level|depth|visibility/],
  l: ['l', /volume|water|fuel|tank/],
};
/** At the end of a name, these words mean minimum and metres per second more often than minutes and milliseconds. */
const WORDS: Readonly<Record<string, (isAbout: (pattern: RegExp) => boolean) => string | undefined>> = {
  min: (isAbout) => (isAbout(/time|duration|delay|interval|remaining|时/) ? 'min' : undefined),
  ms: (isAbout) => (isAbout(/wind|speed|velocity|gust|风/) ? 'm/s' : 'ms'),
};
const PHASED = /^(?:phase|line|string|input|output|channel|l\d)$/;
/** A phase or conductor in brackets: `Wh (A)`. */
const PHASE_BEHIND = /\s*[[(](?:[ABCN]|L[123N]?|[UVWRST]|[123])[\])]$/;

/** The words of a name in their original case. The last word is separate, because it may contain the unit. */
interface Split {
  words: string[];
  last: string;
  /**
   * True if the case of the last word is not significant: it starts inside a word, or the whole name is in capitals.
   */
  isCaseless: boolean;
}

const SEPARATORS = /[^\p{L}\p{N}%‰°µμΩ³²€$£¥/^]+/u;

function splitName(name: string): Split {
  const words = name.split(SEPARATORS).filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const inCapitals =
    !/\p{Ll}/u.test(name) && words.length > 1 && /\p{Lu}{2}/u.test(words.slice(0, -1).join(''));
  // `PVkW`: a lower-case prefix after capitals.
  const [behind] = /(?<=[\p{Lu}\p{N}])[km](?:W|Wh|var|varh|VA|VAh|V|A|Ah|Hz)$/u.exec(last) ?? [];
  if (behind) return { words: [...words, behind], last: behind, isCaseless: false };
  const humps = /^(.*[\p{Ll}\p{N}])(\p{Lu}.*)$/u.exec(last);
  // `kWh` contains a capital, but is not a word followed by a unit.
  if (findUnit(last) !== undefined || !humps) return { words, last, isCaseless: inCapitals };
  // `energyKWh`: the longest suffix that starts with a capital and is a unit.
  for (let at = last.search(/(?<=[\p{Ll}\p{N}])\p{Lu}/u); at > 0 && at < last.length; at += 1) {
    const end = last.slice(at);
    if (/^\p{Lu}/u.test(end) && (findUnit(end, true) || end.length === 1))
      return { words: [...words.slice(0, -1), last.slice(0, at), end], last: end, isCaseless: true };
  }
  return { words, last, isCaseless: inCapitals };
}

function unitOfLast({ words, last, isCaseless }: Split): string | undefined {
  const before = words.slice(0, -1).map((word) => word.toLowerCase());
  const isAbout = (pattern: RegExp): boolean => before.some((word) => pattern.test(word));
  if (/^\p{L}$/u.test(last)) {
    const [unit, about] = LETTERS[last.toLowerCase()] ?? [];
    if (!unit || before.length === 0) return isExactUnit(last) ? last : undefined;
    return (about ? isAbout(about) : !isAbout(PHASED)) ? unit : undefined;
  }
  const word = before.length > 0 ? WORDS[last.toLowerCase()] : undefined;
  return word ? word(isAbout) : findUnit(last, isCaseless);
}

/** Returns whether a name of one letter is a unit. Only upper case counts. */
const isExactUnit = (text: string): boolean => text === 'W' || text === 'V' || text === 'A';

const isEnergy = (unit: string): boolean =>
  unitFactor(unit, 'Wh') !== null || unitFactor(unit, 'varh') !== null;

export const decimalsOf = (unit: string): number => DECIMALS[unit] ?? DECIMALS_ELSE;

/** Returns the kind of a variable. Energy is a running total only if the name says so. */
export function kindOf(name: string, unit: string): VariableKind {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(SEPARATORS)
    .join('_');
  return isEnergy(unit) && COUNTER_NAME.test(words) ? 'counter' : 'gauge';
}

/**
 * Parses the unit and kind from a name such as `active_energy_total_kwh`. The unit is the last word, the whole name, or
 * missing.
 */
export function unitOfName(name: string): NamedUnit {
  const unit = unitOfLast(splitName(name.replace(PHASE_BEHIND, ''))) ?? '';
  return { unit, kind: kindOf(name, unit), decimals: decimalsOf(unit) };
}
