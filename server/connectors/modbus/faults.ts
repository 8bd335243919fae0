/** The reasons for failed reads and writes, as entries of the dictionary `modbusFault`. */
import type { Channel } from '../../../generated/types.ts';

export type Fault = NonNullable<Channel['fault']>;

export class ModbusFault extends Error {
  override name = 'ModbusFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

const EXCEPTIONS: ReadonlyMap<number, Fault> = new Map([
  [1, 'illegalFunction'],
  [2, 'illegalAddress'],
  [3, 'illegalValue'],
  [4, 'deviceFailure'],
  [5, 'busy'],
  [6, 'busy'],
  [10, 'gateway'],
  [11, 'gateway'],
]);

export const faultOfException = (code: number): Fault => EXCEPTIONS.get(code) ?? 'otherException';

/** Faults that end the connection. */
const ENDS_LINE: ReadonlySet<Fault> = new Set<Fault>(['closed', 'silent', 'garbled', 'unreachable']);

export const endsLine = (fault: Fault): boolean => ENDS_LINE.has(fault);

/** Returns whether the unit is unavailable. An unavailable unit is not read for a while. */
export const isUnitGone = (fault: Fault): boolean => endsLine(fault) || fault === 'gateway';

/** Returns the fault of an error. Rethrows errors of other kinds. */
export function faultOf(error: unknown): Fault {
  if (error instanceof ModbusFault) return error.fault;
  throw error;
}
