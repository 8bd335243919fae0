/** Returns the board's range, and the functions that step it. A step changes the address. */

import { rangeText } from '../address/boardView.ts';
import { rangeStep, zoomRangeOut } from '../address/rangeSteps.ts';
import type { BoardViewState } from '../address/useBoardView.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { viewMoment } from '../widget/period.ts';
import type { BoardRange } from '../widget/widget.ts';

interface RangeSteps {
  range: BoardRange | null;
  choose(range: BoardRange | null): void;
  earlier(): void;
  /** Null if the next range is in the future. */
  later: (() => void) | null;
  further(): void;
}

export function useRangeSteps(moment: BoardMoment, view: BoardViewState): RangeSteps {
  const { range, zone } = moment;
  const now = viewMoment({ ...moment, now: Date.now() });
  const choose = (next: BoardRange | null) =>
    view.change({ range: next === null ? null : rangeText(next, zone) });
  const step = (by: -1 | 1) => (range === null ? null : rangeStep(range, by, now, zone));
  const next = step(1);
  return {
    range,
    choose,
    earlier: () => choose(step(-1)),
    later: next && (() => choose(next)),
    further: () => range !== null && choose(zoomRangeOut(range, now, zone)),
  };
}
