/** Tests that falls of counters are distinguished: wrong readings, resets and roll-overs, in random sequences. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFalls } from '../../../../../server/sites/telemetry/counters/judge.ts';
import { counterStep } from '../../../../../server/sites/telemetry/write/counter.ts';

const courseOf = (values: readonly number[]) => values.map((value, at) => ({ ts: at * 60_000, value }));

/** Returns the energy that is counted without the readings that were judged wrong. */
function energyOf(values: readonly number[], rollOver: number | null = null): number {
  const readings = courseOf(values);
  const wrong = new Set(judgeFalls(readings, rollOver).flatMap((fall) => fall.wrong));
  const remaining = readings.filter((reading) => !wrong.has(reading));
  return remaining
    .slice(1)
    .reduce((sum, { value }, at) => sum + counterStep(remaining[at]!.value, value, rollOver), 0);
}

const kindsOf = (values: readonly number[], rollOver: number | null = null): string[] =>
  judgeFalls(courseOf(values), rollOver).map(({ kind }) => kind);

const later = (from: number): number[] => Array.from({ length: 10 }, (_, at) => from + at);

describe('a fall of a counter', () => {
  it.each([
    ['a swing', [12345.6, 12346.6, 12346.5, 12347.6], null, [], 2],
    ['one reading of zero', [5000, 5010, 0, 5011, 5020], null, ['bridged'], 20],
    ['several readings of about zero', [5000, 5010, 0, 3, 0, 5011], null, ['bridged'], 11],
    ['zero, and back within noise', [5000, 5010, 0, 5009.5, 5012], null, ['bridged'], 12],
    ['two faults, one after the other', [5000, 0, 5001, 0, 5002], null, ['bridged', 'bridged'], 2],
    ['a reset', [900, 910, 3, ...later(20)], null, ['reset'], 39],
    ['a reset that climbs back', [5, 0, 2, 4, 6], null, ['reset'], 6],
    ['a reset at the end', [900, 910, 3], null, ['open'], 13],
    ['a roll-over', [65500, 10, ...later(30)], 65536, ['rolledOver'], 75],
    ['zero from a counter that goes round', [65500, 0, 65510], 65536, ['bridged'], 10],
    ['a roll-over that climbs fast', [65_000, 200, 500, 60_000], 65_536, ['rolledOver'], 60_536],
    ['a jump to another meter', [900, 1, 50_000], null, ['reset'], 50_000],
  ] as const)('is told: %s', (_, readings, rollOver, kinds, energy) => {
    expect(kindsOf(readings, rollOver)).toEqual(kinds);
    expect(energyOf(readings, rollOver)).toBeCloseTo(energy, 9);
  });

  it('may return at the tenth reading after it, and not later', () => {
    const zeros = (count: number): number[] => [1000, ...Array.from({ length: count }, () => 0), 1001];
    expect(kindsOf(zeros(10))).toEqual(['bridged']);
    expect(kindsOf(zeros(11))).toEqual(['reset']);
  });

  it('keeps the true energy of 10,000 random courses with faults', () => {
    const event = fc.record({
      delivered: fc.double({ min: 0, max: 50, noNaN: true }),
      happens: fc.constantFrom('none', 'none', 'noise', 'zeros', 'reset'),
      share: fc.double({ min: 0, max: 0.09, noNaN: true }),
      count: fc.integer({ min: 1, max: 10 }),
    });
    const rollOvers = fc.constantFrom(null, 2 ** 16, 2 ** 32, 1e6, 1e8);
    fc.assert(
      fc.property(rollOvers, fc.array(event, { minLength: 1, maxLength: 40 }), (rollOver, events) => {
        let reading = rollOver === null ? 20_000 : rollOver - 200;
        let energy = 0;
        const readings = [reading];
        /**
         * Adds a reading. Readings lie between two faults, because a fault directly after another one cannot be
         * detected.
         */
        const deliver = (amount: number): void => {
          reading += amount;
          energy += amount;
          if (rollOver !== null && reading >= rollOver) reading -= rollOver;
          readings.push(reading);
        };
        for (const { delivered, happens, share, count } of events) {
          deliver(delivered);
          // Near zero, a fall of the meter cannot be detected.
          if (reading < 10_000) continue;
          if (happens === 'noise') readings.push(reading * (1 - share));
          if (happens === 'zeros') readings.push(...Array.from({ length: count }, () => 0));
          if (happens === 'reset' && (rollOver === null || reading < rollOver / 2)) {
            reading = 0;
            for (let at = 0; at < 11; at += 1) deliver(20);
          } else deliver(1);
        }
        expect(energyOf(readings, rollOver)).toBeCloseTo(energy, 4);
      }),
      { numRuns: 10_000 },
    );
  });
});
