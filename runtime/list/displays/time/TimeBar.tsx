import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { FieldOption } from '../../../form/values/options.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';

/** Movement in pixels below which a press is a click. */
const CLICK_PIXELS = 4;

/** The shift of a bar: in days along the axis, and across lanes in pixels (pointer) or in lanes (keyboard). */
export interface BarShift {
  days: number;
  pixels: number;
  lanes: number;
}

const KEYS: Record<string, { days: number; lanes: number }> = {
  ArrowRight: { days: 1, lanes: 0 },
  ArrowLeft: { days: -1, lanes: 0 },
  ArrowDown: { days: 0, lanes: 1 },
  ArrowUp: { days: 0, lanes: -1 },
};
const HERE = { x: 0, y: 0 };

interface Props {
  record: ListRecord;
  name: string;
  words: string;
  place: { left: number; width: number };
  top?: number;
  option: FieldOption | null;
  /** True for a record that is not final. */
  isHatched: boolean;
  /** The completed share, 0 to 1. Null if unknown. */
  done: number | null;
  dayWidth: number;
  /** True if the bar can move to another lane. */
  isFree: boolean;
  /** Null if the user may not change its dates. */
  onShift: ((record: ListRecord, shift: BarShift) => void) | null;
  onOpen: ((id: number) => void) | null;
}

/**
 * Shows a record as a bar. A click opens it. Dragging, or Alt with the arrow keys, moves it to other days and lanes.
 */
export function TimeBar(props: Props) {
  const { record, name, words, place, top, option, isHatched, done, dayWidth, isFree, onShift, onOpen } =
    props;
  const press = useRef<{ x: number; y: number } | null>(null);
  const [moved, setMoved] = useState(HERE);
  const isMoved = moved !== HERE;
  const end = () => {
    if (isMoved) onShift?.(record, { days: Math.round(moved.x / dayWidth), pixels: moved.y, lanes: 0 });
    press.current = null;
    // The click that ends a drag is ignored.
    setTimeout(() => setMoved(HERE));
  };
  const drag = onShift && {
    onPointerDown: (event: PointerEvent) => {
      press.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (press.current === null) return;
      const by = {
        x: event.clientX - press.current.x,
        y: isFree ? event.clientY - press.current.y : 0,
      };
      if (!isMoved && Math.hypot(by.x, by.y) < CLICK_PIXELS) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoved(by);
    },
    onPointerUp: end,
    onPointerCancel: () => {
      press.current = null;
      setMoved(HERE);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = KEYS[event.key];
      if (!event.altKey || !step || (step.lanes !== 0 && !isFree)) return;
      event.preventDefault();
      onShift(record, { ...step, pixels: 0 });
    },
  };
  return (
    <button
      type="button"
      className="wd-entry wd-time-bar-record"
      data-state={option?.color}
      data-hatched={isHatched || undefined}
      data-free={onShift ? '' : undefined}
      title={words}
      data-dragged={isMoved || undefined}
      style={{ left: place.left + moved.x, width: place.width, top, translate: `0 ${moved.y}px` }}
      disabled={!onOpen}
      onClick={() => !isMoved && onOpen?.(record.id)}
      {...drag}
    >
      {done !== null && <i style={{ width: `${Math.round(Math.min(1, Math.max(0, done)) * 100)}%` }} />}
      <span className="wd-ellipsis">{name}</span>
    </button>
  );
}
