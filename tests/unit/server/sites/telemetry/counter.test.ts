/**
 * Tests that counters return the energy that their meters delivered. Random readings include noise, resets and
 * roll-overs.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterStep } from '../../../../../server/sites/telemetry/write/counter.ts';

const increaseOf = (readings: readonly number[], rollOver: number | null = null): number =>
  readings.slice(1).reduce((sum, reading, at) => sum + counterStep(readings[at]!, reading, rollOver), 0);

describe('a counter', () => {
  it.each([
    ['swings', [12345.6, 12346.6, 12346.5, 12347.6], null, 2],
    ['is reset', [900, 910, 3, 8], null, 18],
    ['goes round at 16 bits', [65500, 10, 30], 65536, 66],
    ['goes round at 32 bits', [4294967290, 4], 4294967296, 10],
    ['goes round in decimal digits', [999998, 3], 1000000, 5],
    ['swings below zero', [-1, -2], null, 0],
    ['stands', [5, 5, 5], null, 0],
  ] as const)('that %s counts what was delivered', (_, readings, rollOver, energy) => {
    expect(increaseOf(readings, rollOver)).toBeCloseTo(energy, 9);
  });

  it('counts the true energy of 10,000 random courses', () => {
    const event = fc.record({
      delivered: fc.double({ min: 0, max: 50, noNaN: true }),
      happens: fc.constantFrom('none', 'none', 'none', 'noise', 'reset'),
      share: fc.double({ min: 0, max: 0.09, noNaN: true }),
    });
    const rollOvers = fc.constantFrom(null, 65_536, 1_000_000);
    fc.assert(
      fc.property(rollOvers, fc.array(event, { minLength: 1, maxLength: 40 }), (rollOver, events) => {
        let reading = 1000;
        let energy = 0;
        const readings = [reading];
        for (const { delivered, happens, share } of events) {
          // After a reset, the value is less than half of the value after a roll-over.
          const isReset = happens === 'reset' && (rollOver === null || reading < rollOver / 2);
          const before = reading;
          if (isReset) reading = 0;
          reading += delivered;
          energy += delivered;
          if (rollOver !== null && reading >= rollOver) reading -= rollOver;
          // After noise, the meter returns to its true value with the next reading.
          if (happens === 'noise' && !isReset && before === readings.at(-1))
            readings.push(before * (1 - share));
          // A reset to more than nine tenths of the old reading cannot be distinguished from noise.
          if (isReset && before - reading < before * 0.1) return;
          readings.push(reading);
        }
        expect(increaseOf(readings, rollOver)).toBeCloseTo(energy, 6);
      }),
      { numRuns: 10_000 },
    );
  });
});
