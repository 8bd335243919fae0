/** Reads adjacent registers together in blocks. Pure. */
import { type Area, isBits, type Register, sizeOf } from './registers.ts';

export interface Block {
  area: Area;
  start: number;
  /** Number of words, or of bits for coils and discrete inputs. */
  count: number;
  registers: readonly Register[];
}

interface Limits {
  /** Maximum number of unused places between two registers that are read in one block. */
  gap: number;
  /** Maximum size of a block. The protocol allows 125 words and 2,000 bits. */
  most: number;
}

const BITS_A_WORD = 16;
const WORD_LIMITS: Limits = { gap: 16, most: 120 };
const BIT_LIMITS: Limits = { gap: 16 * BITS_A_WORD, most: 120 * BITS_A_WORD };

const endOf = (register: Register): number => register.address + sizeOf(register);

function blockOf(registers: readonly Register[]): Block {
  const { area, address } = registers[0]!;
  const end = registers.reduce((last, register) => Math.max(last, endOf(register)), 0);
  return { area, start: address, count: end - address, registers };
}

/** Joins registers of one area, sorted by address, into blocks. */
function joinRegisters(registers: readonly Register[], { gap, most }: Limits): Block[] {
  const runs: Register[][] = [];
  let end = 0;
  for (const register of registers) {
    const run = runs.at(-1) ?? [];
    const [first] = run;
    const wide = Math.max(end, endOf(register)) - (first?.address ?? 0);
    if (first && register.address - end <= gap && wide <= most) run.push(register);
    else {
      runs.push([register]);
      end = 0;
    }
    end = Math.max(end, endOf(register));
  }
  return runs.map(blockOf);
}

/** Returns the blocks that contain the registers, in the order of their areas and addresses. */
export function planBlocks(registers: readonly Register[]): Block[] {
  return [...Map.groupBy(registers, ({ area }) => area)].flatMap(([area, ofArea]) =>
    joinRegisters(
      ofArea.toSorted((one, other) => one.address - other.address),
      isBits(area) ? BIT_LIMITS : WORD_LIMITS,
    ),
  );
}

/**
 * Splits a block that the device refuses, because a register in a gap or of the model may not exist. Splits it at the
 * widest gap, or in the middle if there is no gap. Null for a single register.
 */
export function splitBlock({ registers }: Block): [Block, Block] | null {
  if (registers.length < 2) return null;
  let [at, widest] = [Math.ceil(registers.length / 2), 0];
  for (let index = 1; index < registers.length; index += 1) {
    const gap = registers[index]!.address - endOf(registers[index - 1]!);
    if (gap > widest) [at, widest] = [index, gap];
  }
  return [blockOf(registers.slice(0, at)), blockOf(registers.slice(at))];
}
