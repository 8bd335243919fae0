import { describe, expect, it } from 'vitest';
import {
  type Cell,
  cellName,
  readMaps,
  sampleBatteries,
  shareOfRange,
} from '../../../widgets/cellMap/cells.ts';

const at = (cell: number, value: number | null, overrides: Partial<Cell> = {}): Cell => ({
  ...{ sn: `C${cell}`, cluster: null, pack: 1, cell, value, ts: null, stale: false },
  ...overrides,
});
const battery = (cells: Cell[]) => ({
  ...{ deviceSn: 'B', deviceName: 'Battery', quantity: 'voltage' as const, unit: 'V', decimals: 3, cells },
});
const mapOf = (cells: Cell[]) =>
  readMaps({ quantity: 'voltage' }, { key: 'k', ok: true, data: [battery(cells)] })![0]!;

describe('a map of cells', () => {
  it('names the extremes among the cells with current values', () => {
    const map = mapOf([at(1, 3.3), at(2, 3.34), at(3, 9, { stale: true }), at(4, null), at(5, 3.28)]);
    expect([map.highest, map.lowest].map((cell) => cell && cellName(cell))).toEqual(['1-2', '1-5']);
    expect(map.mean).toBeCloseTo(3.306667, 6);
    expect([map.count, map.silent]).toEqual([5, 2]);
    const shares = map.rows[0]!.cells.map((cell) => shareOfRange(cell, map));
    expect(shares[0]).toBeCloseTo(1 / 3, 9);
    expect(shares.slice(1)).toEqual([1, null, null, 0]);
  });

  it('has a row for each pack, and rows of sixteen without packs', () => {
    const packs = mapOf([at(1, 1), at(1, 2, { pack: 2 }), at(1, 3, { cluster: 4, pack: 1 })]);
    expect(packs.rows.map(({ name }) => name)).toEqual(['1', '2', '4-1']);
    const loose = mapOf(Array.from({ length: 20 }, (_, place) => at(place + 1, 3, { pack: null })));
    expect(loose.rows.map(({ name, cells }) => [name, cells.length])).toEqual([
      ['1–16', 16],
      ['17–20', 4],
    ]);
  });

  it('of equal cells uses the middle of the scale', () => {
    const map = mapOf([at(1, 3.3), at(2, 3.3)]);
    expect(map.rows[0]!.cells.map((cell) => shareOfRange(cell, map))).toEqual([0.5, 0.5]);
    expect(mapOf([at(1, null)])).toMatchObject({ highest: null, lowest: null, mean: null, silent: 1 });
  });

  it('is of one quantity', () => {
    const data = sampleBatteries({ lang: 'en', now: 0 });
    const result = { key: 'k', ok: true, data };
    expect(readMaps({ quantity: 'voltage' }, result)).toHaveLength(1);
    expect(readMaps({ quantity: 'temperature' }, result)).toEqual([]);
    expect(readMaps({}, { key: 'k', ok: false })).toBeNull();
  });
});
