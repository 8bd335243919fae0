/** Reads all units of a channel once, one after the other, over the channel's single connection. */
import { backOff } from './backOff.ts';
import type { Block } from './blocks.ts';
import { type Fault, faultOf, isUnitGone, ModbusFault } from './faults.ts';
import type { Line } from './line.ts';
import { loseUnit, readUnit, type UnitReading, type UnitState } from './readUnit.ts';

export interface PollParts {
  /** Returns the open connection, or opens one. Rejects with a `ModbusFault`. */
  open(): Promise<Line>;
  /** True if the connection was already open, so that the other side may have closed it since. */
  isWarm(): boolean;
  /** Receives the values read from a unit. */
  take(state: UnitState, reading: Pick<UnitReading, 'good' | 'turnedBad'>): void;
  signal: AbortSignal;
}

/** The fault of the connection itself. Null if it works. */
export type LineFault = Fault | null;

async function readBlock({ open, isWarm }: PollParts, unit: number, block: Block): Promise<Buffer> {
  const warm = isWarm();
  const line = await open();
  const readFrom = (on: Line): Promise<Buffer> => on.alone(() => on.read(unit, block));
  try {
    return await readFrom(line);
  } catch (error) {
    // Some devices close an idle connection, so a read is repeated once.
    if (warm && error instanceof ModbusFault && error.fault === 'closed') return readFrom(await open());
    throw error;
  }
}

function noteFault(state: UnitState, fault: Fault | null, now: number): void {
  state.fault = fault;
  state.failures = fault !== null && isUnitGone(fault) ? state.failures + 1 : 0;
  state.retryAt = state.failures > 0 ? now + backOff(state.failures, Math.random()) : 0;
}

/** Marks all good values as bad, because no unit can be read. */
function loseUnits(units: Iterable<UnitState>, onReading: PollParts['take']): void {
  for (const state of units) {
    const turnedBad = loseUnit(state);
    if (turnedBad.length > 0) onReading(state, { good: [], turnedBad });
  }
}

/**
 * Reads each unit in turn. A unit without an answer is skipped for a while. The other units are read over a new
 * connection. If connecting fails, the round ends.
 */
export async function pollUnits(units: readonly UnitState[], parts: PollParts): Promise<LineFault> {
  for (const [at, state] of units.entries()) {
    if (parts.signal.aborted) return null;
    if (state.retryAt > performance.now()) continue;
    const connected = await parts.open().then(
      () => null,
      (error: unknown) => faultOf(error),
    );
    if (connected !== null) {
      loseUnits(units.slice(at), parts.take);
      return connected;
    }
    const reading = await readUnit(state, (unit, block) => readBlock(parts, unit, block), Date.now);
    if (parts.signal.aborted) return null;
    noteFault(state, reading.fault, performance.now());
    parts.take(state, reading);
  }
  return null;
}
