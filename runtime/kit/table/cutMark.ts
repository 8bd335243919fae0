/** A partly visible column shows a mark in the place of each figure. */

/** Pixels of the empty edge of a cell that may be out of sight. */
export const EDGE = 8;

/** The stretch of a row, or of a table, that is in sight, in pixels. */
export interface Sight {
  from: number;
  to: number;
}

/** Returns whether a stretch is only partly visible. A stretch that is wider than the visible one does not count. */
export const isInPart = ({ from, to }: Sight, sight: Sight): boolean =>
  to - from <= sight.to - sight.from &&
  to > sight.from &&
  from < sight.to &&
  (from + EDGE < sight.from || to - EDGE > sight.to);

/**
 * Writes the rules that hide figures in partly visible cells, because a part of a figure reads as another figure.
 * `isStart` is true if the place of the mark is visible. The mark shows that there is more.
 */
export function cutRules(cell: string, isStart: boolean): string {
  const filled = `${cell}:not(:empty)`;
  const mark = isStart
    ? `${filled}{position:relative}${filled}::before{content:"…";position:absolute;inset-inline-start:var(--wd-space-3);text-indent:0;color:var(--wd-text-secondary)}`
    : '';
  return `${cell}{text-indent:-100vw;text-align:start}${mark}`;
}
