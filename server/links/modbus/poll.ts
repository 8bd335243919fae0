/** Reads all units of a channel once, one after the other over its one connection. */
import { backOff } from './backOff.ts';
import type { Block } from './blocks.ts';
import { type Fault, faultOf, isUnitGone, ModbusFault } from './faults.ts';
import type { Line } from './line.ts';
import { loseUnit, readUnit, type UnitReading, type UnitState } from './readUnit.ts';

export interface PollParts {
  /** The connection, opened where there is none. Rejects with a `ModbusFault`. */
  open(): Promise<Line>;
  /** True: the connection existed already, and the other side may have closed it in the meantime. */
  isWarm(): boolean;
  /** Takes what was read of a unit. */
  take(state: UnitState, reading: Pick<UnitReading, 'good' | 'turnedBad'>): void;
  signal: AbortSignal;
}

/** The fault of the connection itself; null: there was one. */
export type LineFault = Fault | null;

async function readBlock({ open, isWarm }: PollParts, unit: number, block: Block): Promise<Buffer> {
  const warm = isWarm();
  const line = await open();
  const ask = (on: Line): Promise<Buffer> => on.alone(() => on.read(unit, block));
  try {
    return await ask(line);
  } catch (error) {
    // Some devices end a connection that is quiet: a read may be asked again, once.
    if (warm && error instanceof ModbusFault && error.fault === 'closed') return ask(await open());
    throw error;
  }
}

function noteFault(state: UnitState, fault: Fault | null, now: number): void {
  state.fault = fault;
  state.failures = fault !== null && isUnitGone(fault) ? state.failures + 1 : 0;
  state.retryAt = state.failures > 0 ? now + backOff(state.failures, Math.random()) : 0;
}

/** All that was good before is bad now, for none of the units can be asked. */
function loseUnits(units: Iterable<UnitState>, take: PollParts['take']): void {
  for (const state of units) {
    const turnedBad = loseUnit(state);
    if (turnedBad.length > 0) take(state, { good: [], turnedBad });
  }
}

/**
 * Asks each unit in turn; one that does not answer is left alone for a while, and the others are asked over a new
 * connection. Where that cannot be had the round is over.
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
