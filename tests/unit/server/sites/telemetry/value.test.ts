import { describe, expect, it } from 'vitest';
import { isKeyValid, snOfKey } from '../../../../../server/sites/telemetry/intake/autoVariables.ts';
import { unitOfName } from '../../../../../server/sites/telemetry/intake/unitOfName.ts';
import { convertValue, dataTypeOf } from '../../../../../server/sites/telemetry/intake/value.ts';

const number = { dataType: 'number', scale: 1, offset: 0 } as const;
const reason = (value: number | boolean | string, variable: Parameters<typeof convertValue>[1] = number) => {
  const converted = convertValue(value, variable);
  return converted.ok ? converted.value : converted.reason;
};

describe('values of a variable', () => {
  it('applies scale, then offset', () => {
    expect(reason(10, { dataType: 'number', scale: 0.5, offset: -3 })).toBe(2);
  });

  it('convert true and false to 1 and 0', () => {
    expect(reason(true)).toBe(1);
    expect(reason('OFF', { ...number, dataType: 'boolean' })).toBe(0);
    expect(reason(7, { ...number, dataType: 'boolean' })).toBe(1);
  });

  it('reads numbers that are written as text', () => {
    expect(reason(' 1.5e3 ')).toBe(1500);
    expect(reason('.5')).toBe(0.5);
  });

  it('refuse a value that is not a finite number, also after scaling', () => {
    expect(reason(Number.POSITIVE_INFINITY)).toBe('notFinite');
    expect(reason(Number.NaN)).toBe('notFinite');
    expect(reason('nan')).toBe('notFinite');
    expect(reason('-Infinity')).toBe('notFinite');
    expect(reason(1e308, { dataType: 'number', scale: 100, offset: 0 })).toBe('notFinite');
    expect(reason('0x10')).toBe('notANumber');
    expect(reason('1,5')).toBe('notANumber');
  });

  it('never stores minus zero', () => {
    expect(Object.is(reason(-0), 0)).toBe(true);
  });

  it('keep text unchanged, within limits', () => {
    const text = { ...number, dataType: 'text' } as const;
    expect(reason('<b>', text)).toBe('<b>');
    expect(reason(5, text)).toBe('5');
    expect(reason('a\u0000', text)).toBe('textControl');
    expect(reason('x'.repeat(10_001), text)).toBe('textTooLong');
  });
});

describe('automatically created variables', () => {
  it('take their type from the first value', () => {
    expect([1, true, '5', 'five'].map(dataTypeOf)).toEqual(['number', 'boolean', 'number', 'text']);
  });

  it('take unit and kind from the name', () => {
    expect(unitOfName('active_power_kw')).toEqual({ unit: 'kW', kind: 'gauge', decimals: 2 });
    expect(unitOfName('energy_charged_total_kwh')).toEqual({ unit: 'kWh', kind: 'counter', decimals: 2 });
    expect(unitOfName('poa_irradiance_wm2').unit).toBe('W/m²');
    expect(unitOfName('status')).toEqual({ unit: '', kind: 'gauge', decimals: 2 });
    expect(unitOfName('a').unit).toBe('');
  });

  it('get a number for addresses and lists that is different for different keys', () => {
    expect(snOfKey('d1', 'soc')).toBe('d1-soc');
    expect(snOfKey('d1', 'room temp')).not.toBe(snOfKey('d1', 'room,temp'));
    expect(snOfKey('d1', 'a,b/c d')).toMatch(/^[^,/?#%\s]+$/);
    expect(snOfKey('d'.repeat(64), 'k'.repeat(80)).length).toBeLessThanOrEqual(100);
  });

  it('need a visible key of 1 to 80 characters', () => {
    expect(['soc', '温度', 'room temp'].every(isKeyValid)).toBe(true);
    expect(['', ' a', 'a\n', '\u202Eevil', '\uD800', 'x'.repeat(81)].some(isKeyValid)).toBe(false);
  });
});
