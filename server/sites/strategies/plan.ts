/** The wishes of a strategy: the blocks of its day on the clock of the station. Pure. */
import { minuteOf } from '../energy/priceClock.ts';

/** Power in kW, discharging positive. */
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

/** The cell at which the blocks of a day do not follow on each other, and why. */
export interface GridProblem {
  block: number;
  cell: 'start' | 'end';
  why: 'gap' | 'overlap' | 'order' | 'short';
  /** The time that belongs there. */
  time: string;
}

/** Null: the blocks fill the day from 00:00 to 24:00, each beginning where the one before ends. */
export function gridProblem(blocks: readonly Block[]): GridProblem | null {
  let time = '00:00';
  for (const [block, { start, end }] of blocks.entries()) {
    const [wanted, from] = [minuteOf(time), minuteOf(start)];
    if (from !== wanted) return { block, cell: 'start', why: from > wanted ? 'gap' : 'overlap', time };
    if (minuteOf(end) <= from) return { block, cell: 'end', why: 'order', time: start };
    time = end;
  }
  if (time === '24:00') return null;
  return { block: Math.max(0, blocks.length - 1), cell: 'end', why: 'short', time: '24:00' };
}

/** The place of the block that covers a minute of the day; -1 where none does. */
export const blockAt = (blocks: readonly Block[], minute: number): number =>
  blocks.findIndex(({ start, end }) => minuteOf(start) <= minute && minute < minuteOf(end));
