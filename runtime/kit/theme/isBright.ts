/** Replaces a function of antd's buttons that imports the whole colour picker. */

interface Color {
  toRgb(): { r: number; g: number; b: number; a: number };
}

const WHITE = 255;
const BRIGHT = 192;

/** Returns whether dark text is readable on a colour that is laid over white. Pure. */
export function isBright(color: Color): boolean {
  const { r, g, b, a } = color.toRgb();
  if (a <= 0.5) return Math.round(Math.max(r, g, b) * a + WHITE * (1 - a)) > WHITE / 2;
  return r * 0.299 + g * 0.587 + b * 0.114 > BRIGHT;
}
