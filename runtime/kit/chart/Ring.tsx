/** Draws parts of a whole as a ring. The table beside it shows the values. */
export interface RingPart {
  key: string;
  color: string;
  value: number;
}

const RADIUS = 42;
const WIDTH = 11;
const LENGTH = 2 * Math.PI * RADIUS;
/** Gap between neighbours, in the units of the picture. */
const GAP = 1.4;

export interface Arc {
  key: string;
  color: string;
  start: number;
  length: number;
}

/** Returns the arc of each part. Zero and negative values are not drawn. */
export function ringArcs(parts: readonly RingPart[], length = LENGTH, gap = GAP): Arc[] {
  const drawn = parts.filter(({ value }) => value > 0);
  const total = drawn.reduce((sum, { value }) => sum + value, 0);
  const space = drawn.length > 1 ? gap : 0;
  let start = 0;
  return drawn.map(({ key, color, value }) => {
    const whole = (value / total) * length;
    const arc = { key, color, start, length: Math.max(whole - space, whole / 2) };
    start += whole;
    return arc;
  });
}

export function Ring({ parts, label }: { parts: readonly RingPart[]; label: string }) {
  return (
    <svg viewBox="0 0 100 100" className="wd-ring" role="img" aria-label={label}>
      <circle cx="50" cy="50" r={RADIUS} fill="none" strokeWidth={WIDTH} className="wd-ring-track" />
      {ringArcs(parts).map(({ key, color, start, length }) => (
        <circle
          key={key}
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={color}
          strokeWidth={WIDTH}
          strokeDasharray={`${length} ${LENGTH - length}`}
          strokeDashoffset={-start}
          transform="rotate(-90 50 50)"
        />
      ))}
    </svg>
  );
}
