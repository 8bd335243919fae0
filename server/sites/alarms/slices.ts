/** Reduces a window to the lowest and highest value of each slice, so that a chart can draw them. */

interface Slice {
  lowAt: number;
  low: number;
  highAt: number;
  high: number;
}

export interface Slices {
  from: number;
  width: number;
  parts: (Slice | undefined)[];
}

export const makeSlices = (from: number, to: number, count: number): Slices => ({
  from,
  width: Math.max(1, (to - from) / count),
  parts: Array.from({ length: count }),
});

export function addSlices({ from, width, parts }: Slices, ts: number, value: number): void {
  const no = Math.min(parts.length - 1, Math.max(0, Math.floor((ts - from) / width)));
  const part = parts[no];
  if (!part) {
    parts[no] = { lowAt: ts, low: value, highAt: ts, high: value };
    return;
  }
  if (value < part.low) Object.assign(part, { low: value, lowAt: ts });
  if (value > part.high) Object.assign(part, { high: value, highAt: ts });
}

/** Returns the points in the order of time. A null after each gap interrupts the line of the chart. */
export function slicesPoints({ from, width, parts }: Slices): [number, number | null][] {
  return parts.flatMap((part, no): [number, number | null][] => {
    if (!part) return parts[no - 1] ? [[from + no * width, null]] : [];
    const { low, lowAt, high, highAt } = part;
    if (lowAt === highAt) return [[lowAt, low]];
    return lowAt < highAt
      ? [
          [lowAt, low],
          [highAt, high],
        ]
      : [
          [highAt, high],
          [lowAt, low],
        ];
  });
}
