/** V122: a password has at least this many characters; the interface says so and both sides check it. */
export const MIN_PASSWORD_LENGTH = 8;
/** Longer ones only cost time to hash. */
export const MAX_PASSWORD_LENGTH = 128;
