import { expect, it } from 'vitest';
import type { Ratio } from '../../../bench/kit/figure.ts';
import {
  type Found,
  lowGoalLines,
  mergeKept,
  readStored,
  type StoredRatio,
  worseLines,
} from '../../../bench/kit/kept.ts';

const ORIGIN = {
  commit: 'abc12345',
  date: '2026-11-28',
  machine: { processor: 'Some', cores: 2, memoryGb: 23 },
};

const create: Ratio = { name: 'create', value: 4, goal: 3.8, better: 'more' };
const list: Ratio = { name: 'list', value: 6, goal: 5.5, better: 'more' };
const storedRatio = (ratio: Ratio, bench = 'crud'): StoredRatio => ({ bench, ...ratio, ...ORIGIN });
const found = (ratios: readonly Ratio[], missing: readonly string[] = []): Found => ({
  ...{ bench: 'crud', ratios, missing },
});

it('replaces all stored ratios of a bench by its new ones', () => {
  const key = { name: 'keystroke', value: 1.4, better: 'less' } as const;
  const next = { ...ORIGIN, commit: 'def67890' };
  const merged = mergeKept(
    [storedRatio(key, 'form'), storedRatio(create), storedRatio(list)],
    [found([{ ...create, value: 4.12345 }])],
    next,
  );
  expect(merged).toEqual([{ bench: 'crud', ...create, value: 4.123, ...next }, storedRatio(key, 'form')]);
});

it('keeps ratios that a bench could not measure because another program was missing', () => {
  const merged = mergeKept([storedRatio(create), storedRatio(list)], [found([list], ['Directus'])], ORIGIN);
  expect(merged.map(({ name }) => name)).toEqual(['create', 'list']);
});

it('names each ratio that is a quarter worse than the stored one', () => {
  const before = [storedRatio(create), storedRatio(list)];
  expect(
    worseLines(before, [
      found([
        { ...create, value: 2.9 },
        { ...list, value: 5 },
      ]),
    ]),
  ).toEqual(['crud, create: 2.90, kept is 4.00 (abc12345)']);
  expect(worseLines([], [found([create])])).toEqual([]);
});

it('names each goal that is more than a tenth below the measured value', () => {
  const before = [storedRatio(create), storedRatio(list)];
  expect(lowGoalLines(before, [found([{ ...create, goal: 3 }, list])])).toEqual([
    'crud, create: the goal is 3, and 4.00 was reached',
  ]);
});

it('has no goal that is more than a tenth below the stored value', () => {
  const all = readStored();
  expect(
    lowGoalLines(
      all,
      all.map((ratio) => ({ bench: ratio.bench, ratios: [ratio], missing: [] })),
    ),
  ).toEqual([]);
});
