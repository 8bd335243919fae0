/** A miniature bench does little work. Its figures have no meaning, but all its steps run. */

/** The environment variable that the runner sets to 1 for a miniature bench. */
export const MINI = 'WATTDECK_BENCH_MINI';

export const isMini = process.env[MINI] === '1';

/** Returns the amount of work, in full or in miniature. */
export const sized = <T>(full: T, mini: T): T => (isMini ? mini : full);
