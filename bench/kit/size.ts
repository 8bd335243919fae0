/** A miniature bench has little to do. Its figures mean nothing, but it takes all steps. */

/** Names the variable that the runner sets to 1 for a bench in miniature. */
export const MINI = 'WATTDECK_BENCH_MINI';

export const isMini = process.env[MINI] === '1';

/** Returns the amount of work, in full or in miniature. */
export const sized = <T>(full: T, mini: T): T => (isMini ? mini : full);
