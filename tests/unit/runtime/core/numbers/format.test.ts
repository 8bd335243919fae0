import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatMoment,
  formatMoney,
  formatNumber,
  formatQuantity,
  formatZone,
  formatZoned,
} from '../../../../../runtime/core/numbers/format.ts';
import { parseMoney } from '../../../../../runtime/core/numbers/money.ts';

describe('formatNumber', () => {
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
    expect(formatNumber(value, { decimals })).toBe(text);
  });

  it.each([
    [29.99, 0, '29'],
    [-29.99, 0, '-29'],
    [0.999, 2, '0.99'],
    [-0.4, 0, '0'],
  ])('truncates %s toward zero to %i decimals: %s', (value, decimals, text) => {
    expect(formatNumber(value, { decimals, truncate: true })).toBe(text);
  });

  it('shows a figure with its own decimals if none are given, without float noise', () => {
    expect(formatNumber(0.1 + 0.2)).toBe('0.3');
    expect(formatNumber(100)).toBe('100');
    expect(formatNumber(12.5)).toBe('12.5');
  });

  it('is -- for an invalid figure', () => {
    for (const value of [null, undefined, '', 'abc', Number.NaN, Number.POSITIVE_INFINITY, '1e999999'])
      expect(formatNumber(value, { decimals: 1 })).toBe('--');
  });
});

describe('units, money, durations', () => {
  it('separates a unit by a space, but not a percent sign', () => {
    expect(formatQuantity(1234.5, 'kWh', { decimals: 1 })).toBe('1,234.5 kWh');
    expect(formatQuantity(45, '%')).toBe('45%');
    expect(formatQuantity(null, 'kWh')).toBe('--');
  });

  it('writes money with its label and two decimals', () => {
    expect(formatMoney('1234567.5')).toBe('RM 1,234,567.50');
    expect(formatMoney(null)).toBe('--');
  });

  it('writes durations with their two largest units', () => {
    expect(formatDuration(90_061, 'en')).toBe('1 d 1 h');
    expect(formatDuration(90_061, 'zh')).toBe('1天1小时');
    expect(formatDuration(86_460, 'en')).toBe('1 d');
    expect(formatDuration(0, 'en')).toBe('0 s');
    expect(formatDuration(null, 'en')).toBe('--');
  });
});

describe('formatMoment', () => {
  it('shows a moment in the given zone', () => {
    expect(formatMoment('2026-03-29T00:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-03-29 01:30');
    expect(formatMoment('2026-03-29T01:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-03-29 03:30');
    expect(formatMoment('2026-12-31T16:00:00Z', 'month', 'Asia/Shanghai')).toBe('2027-01');
  });

  it('leaves a plain date unchanged and shows -- for none', () => {
    expect(formatMoment('2026-01-31')).toBe('2026-01-31');
    expect(formatMoment('nonsense')).toBe('--');
    expect(formatMoment(null)).toBe('--');
  });
});

describe('parseMoney (V131–V133)', () => {
  it('converts an amount to two decimals, including zero', () => {
    expect(parseMoney('12.345')).toEqual({ ok: true, value: '12.35' });
    expect(parseMoney('0')).toEqual({ ok: true, value: '0.00' });
    expect(parseMoney('1,234.5')).toEqual({ ok: true, value: '1234.50' });
  });

  it('refuses more than ten digits and two decimals, positive or negative', () => {
    expect(parseMoney('9999999999.99').ok).toBe(true);
    expect(parseMoney('10000000000')).toEqual({ ok: false, problem: 'tooLarge' });
    expect(parseMoney('-10000000000', true)).toEqual({ ok: false, problem: 'tooLarge' });
  });

  it('refuses text that is no number, and negative amounts where not allowed', () => {
    expect(parseMoney('abc')).toEqual({ ok: false, problem: 'notNumber' });
    expect(parseMoney('')).toEqual({ ok: false, problem: 'notNumber' });
    expect(parseMoney('-1')).toEqual({ ok: false, problem: 'negative' });
    expect(parseMoney('-1', true)).toEqual({ ok: true, value: '-1.00' });
  });
});

describe('a zone', () => {
  const winter = Date.parse('2026-01-15T12:00:00Z');
  const summer = Date.parse('2026-07-15T12:00:00Z');

  it.each([
    ['Asia/Shanghai', winter, 'UTC+8'],
    ['Europe/Berlin', winter, 'UTC+1'],
    ['Europe/Berlin', summer, 'UTC+2'],
    ['Australia/Adelaide', summer, 'UTC+9:30'],
    ['America/St_Johns', winter, 'UTC-3:30'],
    ['UTC', winter, 'UTC'],
  ])('of %s is told by what it differs from UTC at that moment', (zone, at, text) => {
    expect(formatZone(zone, at)).toBe(text);
  });

  it('is shown after a single moment, and not after a plain date', () => {
    expect(formatZoned('2026-07-15T12:00:00Z', 'minute', 'Europe/Berlin')).toBe('2026-07-15 14:00 UTC+2');
    expect(formatZoned('2026-07-15', 'minute', 'Europe/Berlin')).toBe('2026-07-15');
    expect(formatZoned(null)).toBe('--');
  });
});
