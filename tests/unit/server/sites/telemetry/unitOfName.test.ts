/** Tests units in names, with all units, prefixes and spellings that occur in practice. */
import { describe, expect, it } from 'vitest';
import { convertUnit, findUnit, UNITS, unitFactor } from '../../../../../runtime/core/numbers/unit.ts';
import { readHeading } from '../../../../../server/connectors/csv/read/names.ts';
import { unitOfName } from '../../../../../server/sites/telemetry/intake/unitOfName.ts';

const all = [...UNITS];
/** Units of power plants that are often written without capitals. */
const ELECTRIC = all.filter((unit) => /^[kMG]?(?:Wh|W|varh|var|VA|VAh)$/.test(unit) && unit.length > 1);
const upperFirst = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const headings = [
  (unit: string) => `Value [${unit}]`,
  (unit: string) => `Value (${unit})`,
  (unit: string) => `数值（${unit}）`,
  (unit: string) => `Value / ${unit}`,
  (unit: string) => `Value in ${unit}`,
];
/**
 * Returns whether the unit is a single letter. In brackets, a letter is a phase, or its meaning depends on the words
 * before it.
 */
const isLetter = (unit: string): boolean => /^\p{L}$/u.test(unit);

describe('every unit', () => {
  it.each(all)('%s is found as written, also as a heading alone', (unit) => {
    expect(findUnit(unit)).toBe(unit);
    if (!isLetter(unit)) expect(readHeading(unit, 'column1')).toMatchObject({ unit, name: unit });
  });

  it.each(all.filter((unit) => !isLetter(unit)))('%s is read in headings', (unit) => {
    for (const heading of headings) expect(readHeading(heading(unit), 'c').unit, heading(unit)).toBe(unit);
  });

  it.each(all.filter((unit) => /^\p{L}{2,}$/u.test(unit) && !['min', 'ms'].includes(unit)))(
    '%s is read at the end of keys, with its capitals',
    (unit) => {
      for (const key of [`E_${unit}`, `total_${unit}`, `grid.${unit}`, `Value ${unit}`, `value-${unit}`])
        expect(unitOfName(key).unit, key).toBe(unit);
    },
  );

  it.each(ELECTRIC)('%s is found without capitals, or at the start of a word', (unit) => {
    const lower = unit.toLowerCase();
    const keys = [`import_${lower}`, `IMPORT_TOTAL_${unit.toUpperCase()}`, `energy${upperFirst(unit)}`];
    for (const key of [...keys, `energy${upperFirst(lower)}`, lower, unit.toUpperCase()])
      expect(unitOfName(key).unit, key).toBe(unit);
  });

  it('is converted into the others of its dimension and back', () => {
    for (const one of all)
      for (const other of all) {
        const there = unitFactor(one, other);
        const back = unitFactor(other, one);
        expect(there === null).toBe(back === null);
        if (there !== null && back !== null)
          expect(convertUnit(convertUnit(7, there), back)).toBeCloseTo(7, 9);
      }
    expect(unitFactor('MWh', 'kWh')).toBe(1000);
    expect(unitFactor('mWh', 'Wh')).toBe(0.001);
    expect(convertUnit(3.6, unitFactor('MJ', 'kWh')!)).toBe(1);
    expect(convertUnit(36, unitFactor('km/h', 'm/s')!)).toBe(10);
    expect(unitFactor('kW', 'kWh')).toBeNull();
  });
});

describe('a name', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    kWh: ['kWh', 'KWH', 'kwh', 'E_kWh', 'energyKWh'],
    Wh: ['Wh (A)'],
    kW: ['PVkW', 'power_kW'],
    mV: ['u_mV', 'u_mv', 'VOLTAGE_MV'],
    mW: ['P_mW'],
    MW: ['power_mw'],
    mA: ['currentMA'],
    A: ['current_a', 'I_A'],
    V: ['battery_v'],
    '°C': ['tempC'],
    min: ['remaining_time_min'],
    'm/s': ['wind_ms'],
    ms: ['latency_ms'],
    s: ['uptime_s'],
    'W/m²': ['irradiance_wm2'],
    '%': ['soc_pct'],
    'm³': ['gas m3'],
    '': ['voltageA', 'voltage_a', 'phase_w', 'level_c', 'soc_min', 'status', 'a'],
  };
  const pairs = Object.entries(names).flatMap(([unit, own]) => own.map((name) => [name, unit] as const));

  it.each(pairs)('%s has the unit "%s"', (name, unit) => {
    expect(unitOfName(name).unit).toBe(unit);
  });

  it('recognizes a running total by its words', () => {
    expect(unitOfName('import_total_kWh').kind).toBe('counter');
    expect(unitOfName('totalPowerKw').kind).toBe('gauge');
    expect(unitOfName('energy_kWh').kind).toBe('gauge');
  });
});

describe('a heading', () => {
  it.each([
    ['Active energy Wh (A)', 'Active energy (A)', 'Wh'],
    ['Voltage V (A)', 'Voltage (A)', 'V'],
    ['Strom (A)', 'Strom', 'A'],
    ['Price EUR/MWh', 'Price', 'EUR/MWh'],
    ['EUR/MWh', 'EUR/MWh', 'EUR/MWh'],
    ['Preis (€/kWh)', 'Preis', '€/kWh'],
    ['Gas [MWh] by the hour', 'Gas by the hour', 'MWh'],
    ['Temp (C)', 'Temp', '°C'],
    ['Laufzeit (h)', 'Laufzeit', 'h'],
  ])('%s is "%s" in %s', (heading, name, unit) => {
    expect(readHeading(heading, 'column1')).toMatchObject({ name, unit });
  });
});
