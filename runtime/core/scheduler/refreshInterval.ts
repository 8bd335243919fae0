/** Interval in ms at which a board requests everything again (V014). */
export const REFRESH_MS = 20_000;
