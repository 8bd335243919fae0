/** V122: a password has at least this many characters. The interface shows it and both sides check it. */
export const MIN_PASSWORD_LENGTH = 8;
/** Longer passwords only take more time to hash. */
export const MAX_PASSWORD_LENGTH = 128;
