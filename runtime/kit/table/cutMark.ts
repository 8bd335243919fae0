/** Replaces numbers in partly visible columns by a mark. */

/** Width in pixels of a cell's padding, which may be invisible. */
export const EDGE = 8;

/** A horizontal interval of a row or table, in pixels. */
export interface Sight {
  from: number;
  to: number;
}

/** Returns whether an interval is only partly visible. Intervals wider than the visible one do not count. */
export const isInPart = ({ from, to }: Sight, sight: Sight): boolean =>
  to - from <= sight.to - sight.from &&
  to > sight.from &&
  from < sight.to &&
  (from + EDGE < sight.from || to - EDGE > sight.to);

/**
 * Returns style rules that hide numbers in partly visible cells, because a cropped number could be misread. `isStart`:
 * the start of the cell is visible, so a mark is shown there.
 */
export function cutRules(cell: string, isStart: boolean): string {
  const filled = `${cell}:not(:empty)`;
  const mark = isStart
    ? `${filled}{position:relative}${filled}::before{content:"…";position:absolute;inset-inline-start:var(--wd-space-3);text-indent:0;color:var(--wd-text-secondary)}`
    : '';
  return `${cell}{text-indent:-100vw;text-align:start}${mark}`;
}
