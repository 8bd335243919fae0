/** Reads all blocks of a unit once. Returns the values and the unreadable registers. */
import { type Block, planBlocks, splitBlock } from './blocks.ts';
import { decodeRegister, type RawValue } from './codec.ts';
import { type Fault, faultOf, isUnitGone } from './faults.ts';
import type { Unit } from './plan.ts';
import { isScale, scaleValue, withScales } from './scales.ts';

/** A unit and its state, which is kept between reads. */
export interface UnitState {
  plan: Unit;
  blocks: readonly Block[];
  /** By code of the variable: whether the last value was good. */
  marks: Map<string, 'good' | 'bad'>;
  fault: Fault | null;
  failures: number;
  /** The time of the next attempt, in milliseconds of `performance.now()`. */
  retryAt: number;
}

/** Values by the codes of their variables, at the time of the answer (epoch milliseconds). */
export interface Part {
  ts: number;
  values: Record<string, RawValue>;
}

export interface UnitReading {
  good: Part[];
  /** Codes of the variables whose values turned bad in this read. */
  turnedBad: string[];
  fault: Fault | null;
}

/** Returns the state of a unit under a plan that may have changed. */
export function followPlan(plan: Unit, state: UnitState | undefined): UnitState {
  const fresh = {
    ...{
      plan,
      blocks: planBlocks(withScales(plan.registers)),
      marks: new Map(),
      fault: null,
      failures: 0,
      retryAt: 0,
    },
  };
  if (!state || state.plan.unit !== plan.unit) return fresh;
  const isSame = JSON.stringify(state.plan.registers) === JSON.stringify(plan.registers);
  return isSame ? { ...state, plan } : { ...fresh, marks: state.marks };
}

/** Reports a bad value only once. If the unit does not answer, only values that were good before are reported. */
function turnBad({ marks }: UnitState, codes: readonly string[], isAnswered: boolean): string[] {
  const turned = codes.filter((code) => {
    const mark = marks.get(code);
    return mark === 'good' || (mark === undefined && isAnswered);
  });
  for (const code of codes) marks.set(code, 'bad');
  return turned;
}

const codesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ registers }) => registers.map(({ code }) => code));

/** Adds the values of a block. A float that is not a number is bad. */
function addBlock(state: UnitState, reading: UnitReading, block: Block, bytes: Buffer, ts: number): void {
  const values: Part['values'] = {};
  const missing: string[] = [];
  for (const register of block.registers) {
    const value = decodeRegister(bytes, block, register);
    if (value === null) missing.push(register.code);
    else {
      values[register.code] = value;
      state.marks.set(register.code, 'good');
    }
  }
  if (Object.keys(values).length > 0) reading.good.push({ ts, values });
  reading.turnedBad.push(...turnBad(state, missing, true));
}

/** Scales values by the powers of ten that were read with them. A value with an unreadable power is bad. */
function scaleReading(state: UnitState, reading: UnitReading, before: UnitState['marks']): void {
  const registers = new Map(state.plan.registers.map((register) => [register.code, register]));
  const powers = new Map(
    reading.good.flatMap(({ values }) => Object.entries(values).filter(([code]) => isScale(code))),
  );
  for (const part of reading.good)
    for (const [code, raw] of Object.entries(part.values)) {
      const register = registers.get(code);
      const value = register ? scaleValue(register, raw, powers) : null;
      if (value === null) delete part.values[code];
      else part.values[code] = value;
      if (value !== null || !register) continue;
      state.marks.set(code, 'bad');
      if (before.get(code) !== 'bad') reading.turnedBad.push(code);
    }
  reading.good = reading.good.filter(({ values }) => Object.keys(values).length > 0);
  reading.turnedBad = reading.turnedBad.filter((code) => !isScale(code));
}

/**
 * `read` rejects with a `ModbusFault`. `now` returns epoch milliseconds. The results are noted in the state of the
 * unit.
 */
export async function readUnit(
  state: UnitState,
  read: (unit: number, block: Block) => Promise<Buffer>,
  now: () => number,
): Promise<UnitReading> {
  const reading: UnitReading = {
    ...{ good: [], turnedBad: [] },
    fault: state.plan.isMisplaced ? 'illegalAddress' : null,
  };
  const before = new Map(state.marks);
  const waiting = [...state.blocks];
  const remaining: Block[] = [];
  for (let block = waiting.shift(); block; block = waiting.shift()) {
    try {
      addBlock(state, reading, block, await read(state.plan.unit, block), now());
      remaining.push(block);
    } catch (error) {
      const fault = faultOf(error);
      const parts = fault === 'illegalAddress' ? splitBlock(block) : null;
      if (parts) {
        waiting.unshift(...parts);
        continue;
      }
      reading.fault ??= fault;
      const lost = isUnitGone(fault) ? [block, ...waiting.splice(0)] : [block];
      reading.turnedBad.push(...turnBad(state, codesOf(lost), !isUnitGone(fault)));
      remaining.push(...lost);
      if (isUnitGone(fault)) reading.fault = fault;
    }
  }
  state.blocks = remaining;
  scaleReading(state, reading, before);
  return reading;
}

/** Marks all values of a unit as bad, because the channel has no connection. */
export const loseUnit = (state: UnitState): string[] =>
  turnBad(state, codesOf(state.blocks), false).filter((code) => !isScale(code));
