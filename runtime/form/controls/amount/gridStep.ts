/** As many as the style sheet puts in a row. */
const COLUMNS = 8;

/** Returns where an arrow key leads from a place in the grid; null for other keys. */
export function gridStep(key: string, index: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + COLUMNS,
    ArrowUp: index - COLUMNS,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1);
}
