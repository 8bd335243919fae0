import { type PointerEvent, useRef } from 'react';
import { formatNumber } from '../../../core/numbers/format.ts';
import { clockOf, SLOTS, type Slots, type Span, spanAt, spansOf } from './plan.ts';

/** The picture is scaled to its place, so only its proportions matter. */
const HEIGHT = 100;
const HOURS = [0, 6, 12, 18, 24];
const HOUR_SLOTS = SLOTS / 24;
const LEAST_BAR = 1;

interface Props {
  slots: Slots;
  span: Span;
  unit: string | undefined;
  onSpan(span: Span): void;
}

const spanOver = (one: number, other: number): Span => ({
  from: Math.min(one, other),
  to: Math.max(one, other) + 1,
});

/** Handles a drag over quarter hours. A click selects the whole block. */
function useDrag(slots: Slots, onSpan: Props['onSpan']) {
  const begin = useRef<number | null>(null);
  const slotAt = ({ currentTarget, clientX }: PointerEvent<SVGElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(SLOTS - 1, Math.max(0, Math.floor(((clientX - left) / width) * SLOTS)));
  };
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      begin.current = slotAt(event);
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      const slot = slotAt(event);
      if (begin.current !== null && slot !== begin.current) onSpan(spanOver(begin.current, slot));
    },
    onPointerUp(event: PointerEvent<SVGElement>) {
      const slot = slotAt(event);
      if (begin.current === slot) onSpan(spanAt(slots, slot));
      begin.current = null;
    },
    onPointerCancel() {
      begin.current = null;
    },
  };
}

/** Draws bars above and below zero. Their width is the duration. The selected time is highlighted behind them. */
export function DayPicture({ slots, span, unit, onSpan }: Props) {
  const drag = useDrag(slots, onSpan);
  const most = Math.max(1, ...slots.map((number) => Math.abs(number ?? 0)));
  const hasNegative = slots.some((number) => (number ?? 0) < 0);
  const zero = hasNegative ? HEIGHT / 2 : HEIGHT;
  const heightOf = (number: number): number => Math.max(LEAST_BAR, (Math.abs(number) / most) * zero);
  const maxText = `${formatNumber(most)} ${unit ?? ''}`;
  return (
    <div className="wd-day-picture">
      <span className="wd-day-most">{maxText}</span>
      {/* The table below contains the same data as text. */}
      <svg viewBox={`0 0 ${SLOTS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden data-drag {...drag}>
        <rect className="wd-day-span" x={span.from} width={span.to - span.from} y={0} height={HEIGHT} />
        {HOURS.map((hour) => (
          <line key={hour} x1={hour * HOUR_SLOTS} x2={hour * HOUR_SLOTS} y1={0} y2={HEIGHT} />
        ))}
        {spansOf(slots).map(({ from, to, number }) =>
          number === null ? (
            <rect key={from} className="wd-day-gap" x={from} width={to - from} y={zero - 2} height={4} />
          ) : (
            <rect
              key={from}
              className="wd-day-bar"
              data-sign={Math.sign(number)}
              x={from}
              width={to - from}
              y={number > 0 ? zero - heightOf(number) : zero}
              height={number === 0 ? LEAST_BAR : heightOf(number)}
            />
          ),
        )}
        <line className="wd-day-zero" x1={0} x2={SLOTS} y1={zero} y2={zero} />
      </svg>
      <div className="wd-day-hours" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour}>{clockOf(hour * HOUR_SLOTS)}</span>
        ))}
      </div>
    </div>
  );
}
