import { describe, expect, it } from 'vitest';
import {
  listSteps,
  periodBefore,
  readDay,
  type Step,
  stepKey,
  stepPeriod,
} from '../../../../../runtime/core/statistics/steps.ts';

describe('steps of the calendar', () => {
  it.each<[string, Step, string, string, string]>([
    ['2026-02-14', 'day', '2026-02-14', '2026-02-14', '2026-02-14'],
    ['2026-02-14', 'week', '2026-W07', '2026-02-09', '2026-02-15'],
    ['2024-12-30', 'week', '2025-W01', '2024-12-30', '2025-01-05'],
    ['2021-01-03', 'week', '2020-W53', '2020-12-28', '2021-01-03'],
    ['2024-02-29', 'month', '2024-02', '2024-02-01', '2024-02-29'],
    ['2026-12-31', 'quarter', '2026-Q4', '2026-10-01', '2026-12-31'],
    ['2026-12-31', 'year', '2026', '2026-01-01', '2026-12-31'],
  ])('names %s by %s as %s', (day, step, key, from, to) => {
    expect(stepKey(readDay(day), step)).toBe(key);
    expect(stepPeriod(key, step)).toEqual({ from, to });
  });

  it('list every step in a period', () => {
    expect(listSteps({ from: '2025-11-15', to: '2026-02-01' }, 'month')).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(listSteps({ from: '2026-03-02', to: '2026-03-01' }, 'day')).toEqual([]);
  });
});

describe('the period for comparison', () => {
  it.each([
    ['a quarter', '2026-04-01', '2026-06-30', 'period', '2026-01-01', '2026-03-31'],
    ['a short month with a long one', '2026-03-01', '2026-03-31', 'period', '2026-02-01', '2026-02-28'],
    ['some days', '2026-03-10', '2026-03-16', 'period', '2026-03-03', '2026-03-09'],
    ['a year to date', '2026-01-01', '2026-08-15', 'year', '2025-01-01', '2025-08-15'],
    ['the leap day', '2024-02-29', '2024-02-29', 'year', '2023-02-28', '2023-02-28'],
    ['a February after a leap year', '2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
  ] as const)('of %s', (_, from, to, compare, before, until) => {
    expect(periodBefore({ from, to }, compare)).toEqual({ from: before, to: until });
  });
});
