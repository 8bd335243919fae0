import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ROW_HEIGHT } from './columnLayout.ts';
import { lineKey, type TableLine } from './lines.ts';

/** Up to this number all rows are rendered, so that the browser's search finds everything. */
const WHOLE_ROWS = 50;
const WHOLE_COLUMNS = 14;
const SPARE_ROWS = 4;
const SPARE_COLUMNS = 1;
/** Assumed height until it is measured. */
const DETAIL_HEIGHT = ROW_HEIGHT * 4;

interface Stretch {
  from: number;
  /** The index after the last rendered one. */
  to: number;
  /** Size in pixels of the part that is not rendered. */
  before: number;
  after: number;
}

/** Returns the inner width of an element, already in the first render. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    setWidth(target.clientWidth);
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const whole = (count: number): Stretch => ({ from: 0, to: count, before: 0, after: 0 });

/** Returns the rows to render. During a jump over more than a screen, additional rows are omitted until it ends. */
function useSeen(rows: Virtualizer<HTMLElement, Element>): VirtualItem[] {
  const offset = rows.scrollOffset ?? 0;
  const last = useRef({ offset, jumps: false });
  const { offset: before, jumps: jumped } = last.current;
  const far = Math.abs(offset - before) > (rows.scrollRect?.height ?? 0);
  // A scroll position is rendered several times.
  const jumps = rows.isScrolling && (offset === before ? jumped : far);
  useLayoutEffect(() => {
    last.current = { offset, jumps };
  });
  const items = rows.getVirtualItems();
  const { range } = rows;
  if (!jumps || !range) return items;
  return items.filter(({ index }) => index >= range.startIndex && index <= range.endIndex);
}

/** Renders only visible lines if there are more than a page. Rows have a fixed height, details are measured. */
export function useRowWindow(frame: RefObject<HTMLElement | null>, lines: readonly TableLine[]) {
  const count = lines.length;
  const windowed = count > WHOLE_ROWS;
  const rows = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => frame.current,
    getItemKey: useCallback((index: number) => lineKey(lines[index]!), [lines]),
    estimateSize: useCallback(
      (index: number) => (lines[index]?.detail ? DETAIL_HEIGHT : ROW_HEIGHT),
      [lines],
    ),
    overscan: SPARE_ROWS,
    useFlushSync: false,
  });
  const items = useSeen(rows);
  const first = items[0];
  const last = items.at(-1);
  const stretch: Stretch =
    windowed && first && last
      ? {
          from: first.index,
          to: last.index + 1,
          before: first.start,
          after: rows.getTotalSize() - last.end,
        }
      : windowed
        ? { from: 0, to: 0, before: 0, after: count * ROW_HEIGHT }
        : whole(count);
  return {
    ...stretch,
    windowed,
    scrollTo: (index: number) => windowed && rows.scrollToIndex(index),
    measure: windowed ? rows.measureElement : undefined,
  };
}

/** Renders only visible columns, between the pinned ones. */
export function useColumnWindow(
  frame: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
): Stretch {
  const enabled = widths.length > WHOLE_COLUMNS;
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    enabled,
    getScrollElement: () => frame.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: SPARE_COLUMNS,
    scrollMargin: pinned,
    useFlushSync: false,
  });
  const sizes = widths.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths change the positions
  useEffect(() => columns.measure(), [columns, sizes]);
  const items = columns.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  if (!enabled || !first || !last)
    return whole(enabled ? Math.min(widths.length, WHOLE_COLUMNS) : widths.length);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const before = first.start - pinned;
  return {
    from: first.index,
    to: last.index + 1,
    before,
    after: Math.max(0, total - (last.end - pinned)),
  };
}
