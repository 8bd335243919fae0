/** The geometry of a gauge: three quarters of a circle, open below. */
export const BOX = 120;
const CENTER = BOX / 2;
export const RADIUS = 50;
const START = 135;
const SWEEP = 270;

function pointAt(share: number, radius: number): string {
  const angle = ((START + SWEEP * share) * Math.PI) / 180;
  return `${(CENTER + radius * Math.cos(angle)).toFixed(2)} ${(CENTER + radius * Math.sin(angle)).toFixed(2)}`;
}

/** The SVG path of the arc from the start of the range to a share of it. */
export function arcPath(share: number, radius = RADIUS): string {
  const large = SWEEP * share > 180 ? 1 : 0;
  return `M${pointAt(0, radius)}A${radius} ${radius} 0 ${large} 1 ${pointAt(share, radius)}`;
}

export const tickPath = (share: number): string =>
  `M${pointAt(share, RADIUS - 9)}L${pointAt(share, RADIUS - 6)}`;
