/** V122: minimum password length. The interface shows it, and both sides validate it. */
export const MIN_PASSWORD_LENGTH = 8;
/** Maximum password length, because longer passwords only slow down hashing. */
export const MAX_PASSWORD_LENGTH = 128;
