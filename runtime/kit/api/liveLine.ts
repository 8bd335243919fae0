/**
 * The connection of `live.ts` as a pure state machine. Each event returns the next state and the actions. The
 * functions have no side effects, so tests can cover every network failure.
 */

/** The server pings every 15 s. After three missed pings the connection counts as broken. */
export const SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

export interface Line {
  /** The stations with listeners, formatted for the call. Null without need for a connection. */
  stations: string | null;
  /**
   * `asking`: requests whether the session is over. `waiting`: for the next attempt. `over`: the session is over, and
   * no request is sent until the stations change.
   */
  phase: 'none' | 'asking' | 'opening' | 'open' | 'waiting' | 'over';
  /** Number of failures since the last open connection. */
  failures: number;
  /** Number of the current request. Answers to earlier requests are ignored. */
  question: number;
}

export type LineEvent =
  | { type: 'wanted'; stations: string | null }
  /** `isOver`: null without an answer. */
  | { type: 'answered'; question: number; isOver: boolean | null }
  /** The delay after a failure is over. */
  | { type: 'waited' }
  | { type: 'failed' }
  | { type: 'opened' }
  | { type: 'heard' }
  | { type: 'ended' };

export type LineEffect =
  /** Closes the source and stops the timers. */
  | { do: 'close' }
  /** Starts the timeout for the next message. */
  | { do: 'watch' }
  | { do: 'wait'; failures: number }
  /** `isDoubtful`: after an interruption the message about the end of the session may be lost. */
  | { do: 'ask'; question: number; isDoubtful: boolean }
  | { do: 'open'; stations: string }
  | { do: 'greet' }
  | { do: 'end' };

type LineStep = readonly [Line, readonly LineEffect[]];

export const NO_LINE: Line = { stations: null, phase: 'none', failures: 0, question: 0 };

const WATCH: LineEffect = { do: 'watch' };
const CLOSE: LineEffect = { do: 'close' };

/**
 * Returns the delay before the next attempt, in milliseconds. It doubles with each failure. `random` (0 to 1)
 * prevents thousands of screens from reconnecting at once.
 */
export function retryDelay(failures: number, random: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return Math.round(delay * (0.5 + random / 2));
}

function checkLine(line: Line): LineStep {
  const question = line.question + 1;
  const check: LineEffect = { do: 'ask', question, isDoubtful: line.failures > 0 };
  return [{ ...line, phase: 'asking', question }, [CLOSE, WATCH, check]];
}

function failLine(line: Line): LineStep {
  const failures = line.failures + 1;
  return [{ ...line, phase: 'waiting', failures }, [CLOSE, { do: 'wait', failures }]];
}

const endLine = (line: Line): LineStep => [{ ...line, phase: 'over' }, [CLOSE, { do: 'end' }]];

function requestLine(line: Line, stations: string | null): LineStep {
  if (stations === line.stations) return [line, []];
  if (stations === null) return [{ ...line, stations, phase: 'none', failures: 0 }, [CLOSE]];
  return checkLine({ ...line, stations });
}

function answerLine(line: Line, question: number, isOver: boolean | null): LineStep {
  const { stations, phase } = line;
  if (stations === null || phase !== 'asking' || question !== line.question) return [line, []];
  if (isOver === null) return failLine(line);
  if (isOver) return endLine(line);
  return [{ ...line, phase: 'opening' }, [{ do: 'open', stations }, WATCH]];
}

/** Handles an event. Unexpected events are ignored, because a source may still send after closing. */
export function stepLine(line: Line, event: LineEvent): LineStep {
  const { phase } = line;
  const hasSource = phase === 'opening' || phase === 'open';
  if (event.type === 'wanted') return requestLine(line, event.stations);
  if (event.type === 'answered') return answerLine(line, event.question, event.isOver);
  if (event.type === 'waited' && phase === 'waiting') return checkLine(line);
  if (event.type === 'failed' && (hasSource || phase === 'asking')) return failLine(line);
  if (event.type === 'opened' && hasSource)
    return [{ ...line, phase: 'open', failures: 0 }, [WATCH, { do: 'greet' }]];
  if (event.type === 'heard' && hasSource) return [line, [WATCH]];
  if (event.type === 'ended' && hasSource) return endLine(line);
  return [line, []];
}
