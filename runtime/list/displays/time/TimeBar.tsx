import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { FieldOption } from '../../../form/values/options.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';

/** A press that moves fewer pixels than this is a click. */
const CLICK_PIXELS = 4;

interface Props {
  record: ListRecord;
  name: string;
  words: string;
  place: { left: number; width: number };
  top?: number;
  option: FieldOption | null;
  /** The record is not final yet. */
  isHatched: boolean;
  /** The share that is done, from 0 to 1. Null if it is not known. */
  done: number | null;
  dayWidth: number;
  /** Null if the user may not change its dates. */
  onShift: ((record: ListRecord, days: number) => void) | null;
  onOpen: ((id: number) => void) | null;
}

/** Shows a record as a bar. A click opens it. Dragging it, or Alt with the arrow keys, moves it to other days. */
export function TimeBar(props: Props) {
  const { record, name, words, place, top, option, isHatched, done, dayWidth, onShift, onOpen } = props;
  const press = useRef<number | null>(null);
  const [moved, setMoved] = useState(0);
  const end = () => {
    const days = Math.round(moved / dayWidth);
    if (moved !== 0 && days !== 0) onShift?.(record, days);
    press.current = null;
    // The click that ends a drag is ignored.
    setTimeout(() => setMoved(0));
  };
  const drag = onShift && {
    onPointerDown: (event: PointerEvent) => {
      press.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (press.current === null) return;
      const by = event.clientX - press.current;
      if (moved === 0 && Math.abs(by) < CLICK_PIXELS) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoved(by);
    },
    onPointerUp: end,
    onPointerCancel: () => {
      press.current = null;
      setMoved(0);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
      if (!event.altKey || step === null) return;
      event.preventDefault();
      onShift(record, step);
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
      style={{ left: place.left + moved, width: place.width, top }}
      disabled={!onOpen}
      onClick={() => moved === 0 && onOpen?.(record.id)}
      {...drag}
    >
      {done !== null && <i style={{ width: `${Math.round(Math.min(1, Math.max(0, done)) * 100)}%` }} />}
      <span className="wd-ellipsis">{name}</span>
    </button>
  );
}
