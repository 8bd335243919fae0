import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBlocks } from '../../../../../server/connectors/modbus/blocks.ts';
import {
  decodeBit,
  decodeRegister,
  decodeWords,
  encodeWords,
  orderBytes,
} from '../../../../../server/connectors/modbus/codec.ts';
import type { ByteOrder, Encoding, Register } from '../../../../../server/connectors/modbus/registers.ts';

const register = (
  encoding: Encoding,
  byteOrder: ByteOrder = 'abcd',
  more: Partial<Register> = {},
): Register => ({
  ...{
    code: 'v',
    area: 'holding',
    address: 0,
    encoding,
    byteOrder,
    bit: 0,
    writable: true,
    scaleAddress: null,
    ...more,
  },
});
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('registers', () => {
  it('are read in each standard encoding', () => {
    const known: [Encoding, string, number][] = [
      ['u16', 'fffe', 65_534],
      ['s16', 'fffe', -2],
      ['u32', '80000001', 2_147_483_649],
      ['s32', '80000001', -2_147_483_647],
      ['u64', '00000001000000ff', 4_294_967_551],
      ['s64', 'fffffffffffffffe', -2],
      ['f32', '42f6e979', 123.456_001_281_738_28],
      ['f64', '405edd2f1a9fbe77', 123.456],
    ];
    for (const [encoding, bytes, value] of known) {
      expect(decodeWords(hex(bytes), register(encoding)), encoding).toBe(value);
      expect(encodeWords(value, register(encoding))?.toString('hex'), encoding).toBe(bytes);
    }
  });

  it('are read in each byte order', () => {
    const orders: [ByteOrder, string][] = [
      ['abcd', '12345678'],
      ['cdab', '56781234'],
      ['badc', '34127856'],
      ['dcba', '78563412'],
    ];
    for (const [order, bytes] of orders) {
      expect(decodeWords(hex(bytes), register('u32', order)), order).toBe(0x12345678);
      expect(encodeWords(0x12345678, register('u32', order))?.toString('hex'), order).toBe(bytes);
    }
    expect(decodeWords(hex('0005000000000000'), register('u64', 'cdab'))).toBe(5);
    expect(orderBytes(hex('0102030405060708'), 'dcba').toString('hex')).toBe('0807060504030201');
    expect(decodeWords(hex('3412'), register('u16', 'dcba'))).toBe(0x1234);
  });

  it('return a bit of a word, the lowest being 0, in its byte order', () => {
    const bit = (no: number, order: ByteOrder = 'abcd') =>
      decodeWords(hex('8001'), register('bit', order, { bit: no }));
    expect([bit(0), bit(1), bit(15), bit(7, 'badc'), bit(15, 'badc')]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('have no value for an invalid float', () => {
    for (const bytes of ['7fc00000', 'ffc00000', '7f800000', 'ff800000'])
      expect(decodeWords(hex(bytes), register('f32')), bytes).toBeNull();
    expect(decodeWords(hex('7ff8000000000000'), register('f64'))).toBeNull();
  });

  it('refuse values that their encoding cannot store, and round the others', () => {
    expect(encodeWords(65_536, register('u16'))).toBeNull();
    expect(encodeWords(-1, register('u32'))).toBeNull();
    expect(encodeWords(40_000, register('s16'))).toBeNull();
    expect(encodeWords(2 ** 64, register('u64'))).toBeNull();
    expect(encodeWords(1e39, register('f32'))).toBeNull();
    expect(encodeWords(1, register('bit'))).toBeNull();
    expect(encodeWords(12.6, register('s16'))?.toString('hex')).toBe('000d');
  });

  it('are read as they were written, for any value and order', () => {
    const orders = fc.constantFrom<ByteOrder[]>('abcd', 'cdab', 'badc', 'dcba');
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), orders, (value, order) => {
        const target = register('s32', order);
        expect(decodeWords(encodeWords(value, target)!, target)).toBe(value);
        const double = register('f64', order);
        expect(decodeWords(encodeWords(value / 3, double)!, double)).toBe(value / 3);
      }),
    );
  });
});

it('finds a register and a coil at their places in a block', () => {
  const registers = [
    register('u16', 'abcd', { address: 10 }),
    register('s16', 'abcd', { address: 12, code: 'w' }),
  ];
  const [block] = planBlocks(registers);
  expect(registers.map((one) => decodeRegister(hex('0001ffffffff'), block!, one))).toEqual([1, -1]);
  expect([0, 1, 9].map((at) => decodeBit(hex('0502'), at))).toEqual([true, false, true]);
});
