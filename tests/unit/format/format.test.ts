import { describe, expect, it } from 'vitest';
import {
  duration_format,
  moment_format,
  money_format,
  number_format,
  quantity_format,
} from '../../../runtime/core/format.ts';
import { money_parse } from '../../../runtime/core/money.ts';

describe('number_format', () => {
  it.each([
    [1234567.891, 2, '1,234,567.89'],
    [1.005, 2, '1.01'],
    [-1.005, 2, '-1.01'],
    [0.1 + 0.2, 1, '0.3'],
    [-0.001, 2, '0.00'],
    [1e21, 0, '1,000,000,000,000,000,000,000'],
    [1.5e-7, 3, '0.000'],
    ['12345678901234567.895', 2, '12,345,678,901,234,567.90'],
  ])('rounds %s to %i decimals: %s', (value, decimals, text) => {
    expect(number_format(value, { decimals })).toBe(text);
  });

  it.each([
    [29.99, 0, '29'],
    [-29.99, 0, '-29'],
    [0.999, 2, '0.99'],
    [-0.4, 0, '0'],
  ])('truncates %s toward zero to %i decimals: %s', (value, decimals, text) => {
    expect(number_format(value, { decimals, truncate: true })).toBe(text);
  });

  it('shows what a figure has when no decimals are given, without float noise', () => {
    expect(number_format(0.1 + 0.2)).toBe('0.3');
    expect(number_format(100)).toBe('100');
    expect(number_format(12.5)).toBe('12.5');
  });

  it('is -- for what is no figure', () => {
    for (const value of [null, undefined, '', 'abc', Number.NaN, Number.POSITIVE_INFINITY, '1e999999'])
      expect(number_format(value, { decimals: 1 })).toBe('--');
  });
});

describe('units, money, durations', () => {
  it('sets a unit apart, but a percent sign close', () => {
    expect(quantity_format(1234.5, 'kWh', { decimals: 1 })).toBe('1,234.5 kWh');
    expect(quantity_format(45, '%')).toBe('45%');
    expect(quantity_format(null, 'kWh')).toBe('--');
  });

  it('writes money with its label and two decimals', () => {
    expect(money_format('1234567.5')).toBe('RM 1,234,567.50');
    expect(money_format(null)).toBe('--');
  });

  it('writes durations with their two largest units', () => {
    expect(duration_format(90_061, 'en')).toBe('1 d 1 h');
    expect(duration_format(90_061, 'zh')).toBe('1天1小时');
    expect(duration_format(86_460, 'en')).toBe('1 d');
    expect(duration_format(0, 'en')).toBe('0 s');
    expect(duration_format(null, 'en')).toBe('--');
  });
});

describe('moment_format', () => {
  it('shows a moment in the given zone', () => {
    expect(moment_format('2026-03-29T00:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-03-29 01:30');
    expect(moment_format('2026-03-29T01:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-03-29 03:30');
    expect(moment_format('2026-12-31T16:00:00Z', 'month', 'Asia/Shanghai')).toBe('2027-01');
  });

  it('leaves a bare date as it is and shows -- for none', () => {
    expect(moment_format('2026-01-31')).toBe('2026-01-31');
    expect(moment_format('nonsense')).toBe('--');
    expect(moment_format(null)).toBe('--');
  });
});

describe('money_parse (V131–V133)', () => {
  it('fixes an amount to two decimals; zero is one', () => {
    expect(money_parse('12.345')).toEqual({ ok: true, value: '12.35' });
    expect(money_parse('0')).toEqual({ ok: true, value: '0.00' });
    expect(money_parse('1,234.5')).toEqual({ ok: true, value: '1234.50' });
  });

  it('refuses what is beyond ten digits plus two decimals, on both sides', () => {
    expect(money_parse('9999999999.99').ok).toBe(true);
    expect(money_parse('10000000000')).toEqual({ ok: false, problem: 'tooLarge' });
    expect(money_parse('-10000000000', true)).toEqual({ ok: false, problem: 'tooLarge' });
  });

  it('refuses what is no number, and negatives where they are not allowed', () => {
    expect(money_parse('abc')).toEqual({ ok: false, problem: 'notNumber' });
    expect(money_parse('')).toEqual({ ok: false, problem: 'notNumber' });
    expect(money_parse('-1')).toEqual({ ok: false, problem: 'negative' });
    expect(money_parse('-1', true)).toEqual({ ok: true, value: '-1.00' });
  });
});
