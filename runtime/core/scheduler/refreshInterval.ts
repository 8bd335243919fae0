/** A board asks for everything again this often (V014). */
export const REFRESH_MS = 20_000;
