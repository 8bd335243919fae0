/** The geometry of a gauge: three quarters of a circle, open at the bottom. */
export const BOX = 120;
const CENTER = BOX / 2;
export const RADIUS = 50;
const START = 135;
const SWEEP = 270;

function pointAt(share: number, radius: number): string {
  const angle = ((START + SWEEP * share) * Math.PI) / 180;
  return `${(CENTER + radius * Math.cos(angle)).toFixed(2)} ${(CENTER + radius * Math.sin(angle)).toFixed(2)}`;
}

/** Returns the SVG path of the arc between two fractions of the range. */
export function bandPath(from: number, to: number, radius: number): string {
  const large = SWEEP * (to - from) > 180 ? 1 : 0;
  return `M${pointAt(from, radius)}A${radius} ${radius} 0 ${large} 1 ${pointAt(to, radius)}`;
}

/** Returns the path from the start of the range to a fraction. */
export const arcPath = (share: number, radius = RADIUS): string => bandPath(0, share, radius);

export const tickPath = (share: number): string =>
  `M${pointAt(share, RADIUS - 9)}L${pointAt(share, RADIUS - 6)}`;
