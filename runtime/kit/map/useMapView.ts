/** The map shows all places until the user moves or zooms it. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { fitView, moveView, type Pixel, type Point, type Size, type View, zoomView } from './view.ts';

const ZOOM = 1.6;
const STEP = 0.15;
/** The size before the first measurement. */
const FIRST: Size = { width: 640, height: 320 };
/** Movement in pixels below which a press is a click. */
const CLICK_PIXELS = 4;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** `near`: the minimum width of the view in degrees. */
export function useMapView(points: readonly Point[], near?: number) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState(FIRST);
  const [moved, setMoved] = useState<View | null>(null);
  const press = useRef<{ x: number; y: number; view: View } | null>(null);
  const view = moved ?? fitView(points, size, near);
  const latest = useRef({ view, size });
  latest.current = { view, size };

  useEffect(() => {
    if (!box) return;
    const observer = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }));
    observer.observe(box);
    // React's own wheel listener is passive and could not prevent the page from zooming.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      const { view: seen, size: now } = latest.current;
      setMoved(zoomView(seen, now, event.deltaY > 0 ? 1 / ZOOM : ZOOM, at));
    };
    box.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      box.removeEventListener('wheel', wheel);
    };
  }, [box]);

  const zoom = (factor: number, at?: Pixel) => setMoved(zoomView(view, size, factor, at));
  return {
    view,
    size,
    setBox,
    near: (at?: Pixel) => zoom(ZOOM, at),
    far: () => zoom(1 / ZOOM),
    /** Shows the given points. Null shows all points. */
    show: (of: readonly Point[] | null) => setMoved(of && fitView(of, size, near)),
    keys(event: KeyboardEvent) {
      const arrow = ARROWS[event.key];
      if (arrow) setMoved(moveView(view, arrow[0] * size.width, arrow[1] * size.height));
      else if (event.key === '+' || event.key === '=') zoom(ZOOM);
      else if (event.key === '-') zoom(1 / ZOOM);
      else if (event.key === '0') setMoved(null);
      else return;
      event.preventDefault();
    },
    drag: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        press.current = { x: event.clientX, y: event.clientY, view };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = press.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (Math.hypot(dx, dy) < CLICK_PIXELS) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setMoved(moveView(from.view, dx, dy));
      },
      onPointerUp() {
        press.current = null;
      },
      onPointerCancel() {
        press.current = null;
      },
    },
  };
}
