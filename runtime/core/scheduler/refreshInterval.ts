/** Refresh interval of a board in ms (V014). */
export const REFRESH_MS = 20_000;
