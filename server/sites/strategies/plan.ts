/** The blocks of a strategy's day, in the station's local time. Pure. */
import { minuteOf } from '../energy/priceClock.ts';

/** Power in kW. Discharging is positive. */
export interface Block {
  start: string;
  end: string;
  power: number;
}

export type StrategyKind =
  | 'timeOfDay'
  | 'peakShaving'
  | 'selfConsumption'
  | 'exportLimit'
  | 'fixedPower'
  | 'idle';

export interface Plan {
  kind: StrategyKind;
  blocks: readonly Block[] | null;
  power: number | null;
  peakPower: number | null;
  chargeBelow: number | null;
  exportPower: number | null;
}

export const DAY_MINUTES = 24 * 60;

/** The cell with the gap or overlap in the blocks of a day, and the reason. */
export interface GridProblem {
  block: number;
  cell: 'start' | 'end';
  why: 'gap' | 'overlap' | 'order' | 'short';
  /** The correct time. */
  time: string;
}

/**
 * Returns the first problem in the blocks of a day. Null if they cover 00:00 to 24:00 without gaps and
 * overlaps.
 */
export function gridProblem(blocks: readonly Block[]): GridProblem | null {
  let time = '00:00';
  for (const [block, { start, end }] of blocks.entries()) {
    const [expected, from] = [minuteOf(time), minuteOf(start)];
    if (from !== expected) return { block, cell: 'start', why: from > expected ? 'gap' : 'overlap', time };
    if (minuteOf(end) <= from) return { block, cell: 'end', why: 'order', time: start };
    time = end;
  }
  if (time === '24:00') return null;
  return { block: Math.max(0, blocks.length - 1), cell: 'end', why: 'short', time: '24:00' };
}

/** Returns the index of the block that covers a minute of the day, or -1. */
export const blockAt = (blocks: readonly Block[], minute: number): number =>
  blocks.findIndex(({ start, end }) => minuteOf(start) <= minute && minute < minuteOf(end));
