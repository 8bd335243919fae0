import { expect, it } from 'vitest';
import { type Block, planBlocks, splitBlock } from '../../../../../server/connectors/modbus/blocks.ts';
import type { Register } from '../../../../../server/connectors/modbus/registers.ts';

const register = (address: number, more: Partial<Register> = {}): Register => ({
  ...{ code: `r${address}`, area: 'holding', address, encoding: 'u16', byteOrder: 'abcd', bit: 0 },
  ...{ writable: false, scaleAddress: null, ...more },
});
const shape = ({ area, start, count, registers }: Block) => `${area} ${start}+${count} (${registers.length})`;
const planned = (registers: readonly Register[]) => planBlocks(registers).map(shape);

it('joins registers of an area over gaps of at most 16, in any order', () => {
  const apart = [register(100), register(0, { encoding: 'f32' }), register(18), register(35), register(36)];
  // Counts places from the end of a register to the next: 2..18 are 16, 19..35 are 16, 37..100 are more.
  expect(planned(apart)).toEqual(['holding 0+37 (4)', 'holding 100+1 (1)']);
  expect(planned([register(0), register(18)])).toEqual(['holding 0+1 (1)', 'holding 18+1 (1)']);
  expect(planned([register(0), register(1, { area: 'input' })])).toEqual([
    'holding 0+1 (1)',
    'input 1+1 (1)',
  ]);
});

it('reads at most 120 registers at once and splits no value', () => {
  const doubles = Array.from({ length: 61 }, (_, no) => register(no * 2, { encoding: 'u32' }));
  expect(planned(doubles)).toEqual(['holding 0+120 (60)', 'holding 120+2 (1)']);
  const odd = [
    register(0),
    ...Array.from({ length: 60 }, (_, no) => register(1 + no * 2, { encoding: 'u32' })),
  ];
  expect(planned(odd)).toEqual(['holding 0+119 (60)', 'holding 119+2 (1)']);
});

it('counts single bits of coils, and several bits of one word as one word', () => {
  const coils = [
    register(0, { area: 'coil' }),
    register(250, { area: 'coil' }),
    register(600, { area: 'coil' }),
  ];
  expect(planned(coils)).toEqual(['coil 0+251 (2)', 'coil 600+1 (1)']);
  const bits = [0, 5, 15].map((bit) => register(7, { encoding: 'bit', bit }));
  expect(planned(bits)).toEqual(['holding 7+1 (3)']);
  expect(planned([])).toEqual([]);
});

it('splits a refused block at its widest gap, or in the middle, down to single registers', () => {
  const [block] = planBlocks([register(0), register(3), register(15)]);
  expect(splitBlock(block!)!.map(shape)).toEqual(['holding 0+4 (2)', 'holding 15+1 (1)']);
  const [dense] = planBlocks([register(0), register(1), register(2)]);
  const parts = splitBlock(dense!)!;
  expect(parts.map(shape)).toEqual(['holding 0+2 (2)', 'holding 2+1 (1)']);
  expect(splitBlock(parts[1])).toBeNull();
});
