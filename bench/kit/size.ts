/** In miniature a bench has little to do: its figures say nothing, its steps are taken all the same. */

/** Names the variable that the runner sets to 1 for a bench in miniature. */
export const MINI = 'WATTDECK_BENCH_MINI';

export const isMini = process.env[MINI] === '1';

/** Gives how much there is to do: in full, or in miniature. */
export const sized = <T>(full: T, mini: T): T => (isMini ? mini : full);
