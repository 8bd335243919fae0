/** Number of columns, equal to the style sheet. */
const COLUMNS = 8;

/** Returns the new index after an arrow key in the grid. Null for other keys. */
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
