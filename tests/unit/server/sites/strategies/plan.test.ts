import { describe, expect, it } from 'vitest';
import { type Block, blockAt, gridProblem, type Plan } from '../../../../../server/sites/strategies/plan.ts';
import { findProblems } from '../../../../../server/sites/strategies/validate.ts';

const block = (start: string, end: string, power = 0): Block => ({ start, end, power });
const DAY = [block('00:00', '06:00', -100), block('06:00', '18:00'), block('18:00', '24:00', 80)];

describe('the grid of a day', () => {
  it('is filled from 00:00 to 24:00', () => {
    expect(gridProblem(DAY)).toBeNull();
    expect(gridProblem([block('00:00', '24:00')])).toBeNull();
  });
  it.each([
    ['gap', [block('00:00', '06:00'), block('06:15', '24:00')], 1, 'start', '06:00'],
    ['gap', [block('00:15', '24:00')], 0, 'start', '00:00'],
    ['overlap', [block('00:00', '06:00'), block('05:45', '24:00')], 1, 'start', '06:00'],
    ['order', [block('00:00', '00:00'), block('00:00', '24:00')], 0, 'end', '00:00'],
    ['short', [block('00:00', '23:45')], 0, 'end', '24:00'],
    ['short', [], 0, 'end', '24:00'],
  ] as const)('says at the cell where there is a %s', (why, blocks, at, cell, time) => {
    expect(gridProblem(blocks)).toEqual({ block: at, cell, why, time });
  });
  it('has one block for each minute', () => {
    expect([0, 359, 360, 1439].map((minute) => blockAt(DAY, minute))).toEqual([0, 0, 1, 2]);
    expect(blockAt(DAY, 1440)).toBe(-1);
  });
});

const RATINGS = { charge: 500, discharge: 500, capacity: 1000, transformer: 950 };
const NOTHING = { power: null, peakPower: null, chargeBelow: null, exportPower: null };
const grid = (...blocks: Block[]): Plan => ({ ...NOTHING, kind: 'timeOfDay', blocks });

describe('a plan against its limits', () => {
  it('exceeds none if it is within them', () => {
    expect(findProblems(grid(...DAY), { export: 100 }, RATINGS)).toEqual([]);
  });

  it('names the block, the time and the value of each limit', () => {
    const plan = grid(block('00:00', '00:30', -600), block('00:30', '23:45'), block('23:45', '24:00', 550));
    const found = findProblems(plan, { export: 100, demand: 700, loadMax: 400, loadMin: 50 }, RATINGS);
    expect(found.map(({ block: at, time, limit, value, bound }) => [at, time, limit, value, bound])).toEqual([
      [1, '00:00', 'pcs', 600, 500],
      [1, '00:00', 'transformer', 1000, 950],
      [1, '00:00', 'demand', 1000, 700],
      [3, '23:45', 'pcs', 550, 500],
      [3, '23:45', 'export', 500, 100],
    ]);
  });

  it('reports when the battery is full or empty', () => {
    // Charging 80 % of 1,000 kWh takes 800 / 0.95 = 842.1 kWh at 400 kW, which is 2 h 6 min.
    const charging = grid(block('00:00', '03:00', -400), block('03:00', '24:00'));
    expect(findProblems(charging, { export: 500 }, RATINGS)).toEqual([
      { time: '02:06', block: 1, limit: 'soc', value: 124, bound: 90, unit: '%' },
    ]);
    const discharging = grid(block('00:00', '03:00', 400), block('03:00', '24:00'));
    expect(findProblems(discharging, { export: 500 }, RATINGS)).toMatchObject([
      { time: '01:54', limit: 'soc', bound: 10 },
    ]);
  });

  it('is not carried out if the limits of the equipment are unknown', () => {
    for (const unknown of ['charge', 'discharge', 'capacity'] as const)
      expect(findProblems(grid(...DAY), {}, { ...RATINGS, [unknown]: null })).toMatchObject([
        { limit: 'unknown', bound: null },
      ]);
    const idle = { ...NOTHING, kind: 'idle' as const, blocks: null };
    expect(findProblems(idle, {}, { ...RATINGS, capacity: null })).toEqual([]);
  });

  it('with one power all day is validated with it', () => {
    const fixed = { ...NOTHING, kind: 'fixedPower' as const, blocks: null, power: -1000 };
    expect(findProblems(fixed, {}, RATINGS)).toMatchObject([
      { limit: 'pcs', value: 1000, time: '00:00' },
      { limit: 'transformer', value: 1000 },
    ]);
  });
});
