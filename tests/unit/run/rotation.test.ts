import { describe, expect, it } from 'vitest';
import { isWalked, PARTS, partOf, partOfSeed, seedOf } from '../../run/rotation.ts';

const names = Array.from({ length: 700 }, (_, at) => `name${at}`);

describe('a part', () => {
  it('has about the same number of names as any other', () => {
    const counts = Array.from(
      { length: PARTS },
      (_, part) => names.filter((one) => partOf(one) === part).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(Math.max(...counts)).toBeLessThan(130);
  });

  it('is due once in as many days as there are parts, from any day on', () => {
    for (const first of [0, 20_785, -3]) {
      const parts = Array.from({ length: PARTS }, (_, day) => partOfSeed(first + day));
      expect(new Set(parts).size).toBe(PARTS);
    }
  });

  it('is determined by the day', () => {
    expect(seedOf(new Date('1970-01-02T23:59:59Z'))).toBe(1);
    expect(seedOf(new Date('2026-11-28T00:00:00Z'))).toBe(20_785);
  });
});

describe('a walk', () => {
  it('tests each name in one of the parts', () => {
    const walked = Array.from({ length: PARTS }, (_, part) =>
      names.filter((name) => isWalked(name, [], { whole: false, part, names: [] })),
    );
    expect(walked.flat().sort()).toEqual([...names].sort());
  });

  it('tests changed entities in any part', () => {
    const walk = { whole: false, part: (partOf('orderPage') + 1) % PARTS, names: ['order'] };
    expect(isWalked('orderPage', ['order'], walk)).toBe(true);
    expect(isWalked('orderPage', ['customer'], walk)).toBe(false);
  });

  it('tests all if it is complete', () => {
    expect(names.every((name) => isWalked(name, [], { whole: true, part: 0, names: [] }))).toBe(true);
  });
});
