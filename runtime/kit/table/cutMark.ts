/** A column that is in sight in part shows a mark in the place of each figure. */

/** The empty edge of a cell may be out of sight, in pixels. */
export const EDGE = 8;

/** The stretch of a row, or of a table, that is in sight, in pixels. */
export interface Sight {
  from: number;
  to: number;
}

/** Returns whether a part of a stretch is in sight, and a part is not. One that is wider than what is in sight is left. */
export const isInPart = ({ from, to }: Sight, sight: Sight): boolean =>
  to - from <= sight.to - sight.from &&
  to > sight.from &&
  from < sight.to &&
  (from + EDGE < sight.from || to - EDGE > sight.to);

/**
 * Writes the rules that leave figures out of cells that are in sight in part only: a part of a figure reads as another
 * figure. `isStart`: the place of the mark, which says that there is more, is in sight.
 */
export function cutRules(cell: string, isStart: boolean): string {
  const filled = `${cell}:not(:empty)`;
  const mark = isStart
    ? `${filled}{position:relative}${filled}::before{content:"…";position:absolute;inset-inline-start:var(--wd-space-3);text-indent:0;color:var(--wd-text-secondary)}`
    : '';
  return `${cell}{text-indent:-100vw;text-align:start}${mark}`;
}
