/** Zooms the whole board to a span marked in one of its charts, and back. */
import { createContext, type PropsWithChildren, useContext, useMemo, useState } from 'react';
import { isRangeName } from '../../core/time/rangeName.ts';
import type { SpanListener } from '../../kit/chart/dragSpan.ts';
import type { TimeScale } from '../../kit/chart/timeScale.ts';
import { rangeText } from '../address/boardView.ts';
import type { BoardViewState } from '../address/useBoardView.ts';
import type { WidgetContext } from '../widget/widget.ts';

interface Zoom {
  to(from: number, to: number, zone: string): void;
  /** Null without a zoom, or after the user chose another range. */
  back: (() => void) | null;
}

const MINUTE_MS = 60_000;
/** Shortest zoomed span. The address has a precision of minutes. */
const LEAST_MS = 2 * MINUTE_MS;

interface Step {
  range: string | null;
  led: string;
}

const ZoomContext = createContext<Zoom | null>(null);

export function ZoomProvider({ view, children }: PropsWithChildren<{ view: BoardViewState }>) {
  /** The ranges before each zoom with the resulting range, newest last. */
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { range, change } = view;
  const last = steps.at(-1);
  const zoom = useMemo<Zoom>(
    () => ({
      to(from, to, zone) {
        const first = Math.floor(from / MINUTE_MS) * MINUTE_MS;
        const end = Math.max(Math.ceil(to / MINUTE_MS) * MINUTE_MS, first + LEAST_MS);
        const led = rangeText({ from: first, to: end }, zone);
        const before = last?.led === range ? steps : [];
        setSteps([...before, { range, led }]);
        change({ range: led });
      },
      back:
        last?.led === range
          ? () => {
              setSteps(steps.slice(0, -1));
              change({ range: last.range });
            }
          : null,
    }),
    [steps, last, range, change],
  );
  return <ZoomContext value={zoom}>{children}</ZoomContext>;
}

/**
 * Returns the zoom handler for a time chart. Undefined in edit mode, for a widget with its own range, and on a board
 * without an address.
 */
export function useZoom(
  { editing, zone }: Pick<WidgetContext, 'editing' | 'zone'>,
  ownRange: string | undefined,
  { momentAt }: TimeScale,
): SpanListener | undefined {
  const zoom = useContext(ZoomContext);
  if (!zoom || editing || isRangeName(ownRange)) return undefined;
  return { onSpan: (from, to) => zoom.to(momentAt(from), momentAt(to), zone), onBack: zoom.back };
}
