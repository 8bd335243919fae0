/**
 * Sets a register for a remote command. The value is written once and read back. The command succeeds only if the
 * device then returns the value. There is no automatic retry.
 */
import { type Decimal, NONE, parseDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { wait } from '../../platform/timers/wait.ts';
import type { TelemetryVariable } from '../../sites/telemetry/types.ts';
import { bytesOf, decodeBit, decodeWords, encodeWords, isFloat } from './codec.ts';
import { faultOf, ModbusFault } from './faults.ts';
import type { Line, Written } from './line.ts';
import { isBits, type Register, sizeOf } from './registers.ts';

/** Devices need some time until a register contains the written value. */
const READ_BACK_TRIES = 5;
const READ_BACK_MS = 200;

interface Refusal {
  zh: string;
  en: string;
}

/** The reasons for refused commands, as the sender reads them, in both languages. */
export const REFUSALS = {
  notWritable: {
    zh: '设备型号未将该寄存器标为可控',
    en: 'The device model does not allow writing this register',
  },
  readOnlyArea: {
    zh: '输入寄存器和离散输入只能读取',
    en: 'Input registers and discrete inputs can only be read',
  },
  unfit: {
    zh: '数值超出该寄存器的编码范围',
    en: 'The value is out of range for the encoding of this register',
  },
  bitOfWord: {
    zh: '寄存器中的单个位不能写入',
    en: 'A single bit of a register cannot be written',
  },
  notConnected: { zh: '通道未连接，未写入', en: 'The channel is not connected: nothing was written' },
  noAnswer: {
    zh: '设备未响应，无法确认是否已写入',
    en: 'The device did not respond. It is unknown whether the value was written.',
  },
  refused: { zh: '设备拒绝写入', en: 'The device refused the write' },
  scaled: {
    zh: '该寄存器的倍率取自另一寄存器，不能写入',
    en: 'This register takes its scale factor from another register and cannot be written',
  },
  otherwise: {
    zh: '写入后读回的数值不一致',
    en: 'The value read back differs from the value written',
  },
} as const satisfies Record<string, Refusal>;

export type RefusalKey = keyof typeof REFUSALS;

type Value = number | string | boolean;
type Scale = Pick<TelemetryVariable, 'scale' | 'offset'>;

const BIT_BYTES = 1;

/** The words or the coil to write, and the value in the variable's unit. */
interface WritePlan {
  written: Written;
  value: number | boolean;
}

/** Plans the write of a coil. A coil is on or off. */
function planCoil(value: number | boolean): WritePlan | RefusalKey {
  const isOn = Boolean(value);
  return Number(isOn) === Number(value) ? { written: { coil: isOn }, value } : 'unfit';
}

/**
 * Returns the raw number for a value. Decimal arithmetic avoids floating-point errors: 12.35 in steps of 0.05 is 247.
 */
function rawOf(value: number, { scale, offset }: Scale): number {
  const [target, base, step] = [value, offset, scale].map((one) => parseDecimal(one) ?? NONE) as Figures;
  return step.eq(NONE) ? Number.NaN : Number(target.minus(base).div(step));
}
type Figures = [Decimal, Decimal, Decimal];

/**
 * Returns the value that these words represent, in the unit of the variable. Null if it is not a finite
 * number.
 */
function decodeValue(words: Buffer, register: Register, { scale, offset }: Scale): number | null {
  const raw = decodeWords(words, register);
  const [rawValue, base, step] = [Number(raw), offset, scale].map(
    (one) => parseDecimal(one) ?? NONE,
  ) as Figures;
  return raw === null ? null : Number(rawValue.times(step).plus(base));
}

/** Plans the write, or returns why it is not possible. `value` is in the unit of the variable, not of the register. */
export function planWrite(register: Register, value: Value, scale: Scale): WritePlan | RefusalKey {
  if (!register.writable) return 'notWritable';
  if (register.area === 'input' || register.area === 'discrete') return 'readOnlyArea';
  if (typeof value === 'string') return 'unfit';
  if (register.scaleAddress !== null) return 'scaled';
  if (isBits(register.area)) return planCoil(value);
  if (register.encoding === 'bit') return 'bitOfWord';
  const raw = typeof value === 'boolean' ? Number(value) : rawOf(value, scale);
  const words = Number.isFinite(raw) ? encodeWords(raw, register) : null;
  // Floats are not rounded to steps.
  const stored =
    words && typeof value === 'number' && !isFloat(register.encoding)
      ? decodeValue(words, register, scale)
      : value;
  return words === null || stored === null ? 'unfit' : { written: { words }, value: stored };
}

/**
 * Writes once. If the device does not support the function for a single place, uses the function for several. This is
 * safe, because nothing was written yet.
 */
async function writeOnce(line: Line, unit: number, address: number, written: Written): Promise<void> {
  try {
    await line.write(unit, address, written, false);
  } catch (error) {
    if (!(error instanceof ModbusFault) || error.fault !== 'illegalFunction') throw error;
    await line.write(unit, address, written, true);
  }
}

function agrees(bytes: Buffer, written: Written): boolean {
  if ('words' in written) return bytes.equals(written.words);
  return bytes.length === BIT_BYTES && decodeBit(bytes, 0) === written.coil;
}

/** Reads until the register contains the written value. False if this takes more than a second. */
async function readBack(line: Line, unit: number, register: Register, written: Written): Promise<boolean> {
  const { area, address } = register;
  const block = { area, start: address, count: sizeOf(register) };
  for (let tries = 0; tries < READ_BACK_TRIES; tries += 1) {
    if (tries > 0) await wait(READ_BACK_MS);
    const bytes = await line.read(unit, block);
    if (bytes.length === bytesOf(block) && agrees(bytes, written)) return true;
  }
  return false;
}

/** The connection ended before the write was sent, so the write can use another connection. */
export const NOT_SENT = 'notSent';

/**
 * Writes a register and reads it back, without other requests in between. Null if the device confirmed the
 * value.
 */
export function writeRegister(
  line: Line,
  unit: number,
  register: Register,
  written: Written,
): Promise<RefusalKey | typeof NOT_SENT | null> {
  return line.alone(async () => {
    if (!line.isOpen()) return NOT_SENT;
    try {
      await writeOnce(line, unit, register.address, written);
      return (await readBack(line, unit, register, written)) ? null : 'otherwise';
    } catch (error) {
      return line.isOpen() && faultOf(error) !== 'gateway' ? 'refused' : 'noAnswer';
    }
  });
}
