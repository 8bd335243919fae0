import { Button, Skeleton } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Icon } from '../../../theme/Icon.tsx';
import {
  grid_lines,
  type MapView,
  type Point,
  point_round,
  view_around,
  view_box,
  view_move,
  view_point,
  view_zoom,
  WORLD,
} from './mapView.ts';
import { outline_load } from './outline.ts';
import './map.css';

const STEP = 0.1;
const ZOOM = 1.5;
/** A press that moves less than this is a click. */
const CLICK_PIXELS = 4;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

interface Props {
  value: Point | null;
  onPick(point: Point): void;
}

/** A map of the world to choose a place on: by a click, or by the keys with the cross in the middle. */
export default function MapPicker({ value, onPick }: Props) {
  const t = useT();
  const [path, setPath] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [view, setView] = useState<MapView>(() => view_around(value));
  const [drawing, setDrawing] = useState<SVGSVGElement | null>(null);
  const press = useRef<{ x: number; y: number; view: MapView; moved: boolean } | null>(null);

  useEffect(() => {
    if (failed) return;
    let wanted = true;
    outline_load().then(
      (drawn) => wanted && setPath(drawn),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [failed]);

  // React's own wheel listener is passive: it could not keep the page from scrolling.
  useEffect(() => {
    if (!drawing) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((old) => view_zoom(old, event.deltaY > 0 ? ZOOM : 1 / ZOOM, share_of(drawing, event)));
    };
    drawing.addEventListener('wheel', wheel, { passive: false });
    return () => drawing.removeEventListener('wheel', wheel);
  }, [drawing]);

  if (failed)
    return (
      <div className="wd-picker-state" role="alert">
        <p>{t('form.map.failed')}</p>
        <Button size="small" onClick={() => setFailed(false)}>
          {t('form.retry')}
        </Button>
      </div>
    );
  if (path === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;

  const key = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) setView(view_move(view, ...arrow));
    else if (event.key === '+' || event.key === '=') setView(view_zoom(view, 1 / ZOOM));
    else if (event.key === '-') setView(view_zoom(view, ZOOM));
    else if (event.key === 'Enter' || event.key === ' ') onPick(point_round(view.center));
    else return;
    event.preventDefault();
  };
  const start = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { x: event.clientX, y: event.clientY, view, moved: false };
  };
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    const from = press.current;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(dx, dy) > CLICK_PIXELS) from.moved = true;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    if (from.moved) setView(view_move(from.view, -dx / width, dy / height));
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const from = press.current;
    press.current = null;
    if (from && !from.moved) onPick(point_round(view_point(view, share_of(event.currentTarget, event))));
  };
  const unit = view.span / 100;
  const grid = grid_lines(view);
  const [x, y] = point_round(view.center);
  return (
    <div className="wd-map">
      <svg
        ref={setDrawing}
        viewBox={view_box(view)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the map
        tabIndex={0}
        role="application"
        aria-label={t('form.map.keys')}
        onKeyDown={key}
        onPointerDown={start}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={() => {
          press.current = null;
        }}
      >
        <path className="wd-map-grid" d={grid_path(grid)} />
        <path className="wd-map-land" d={path} />
        <path
          className="wd-map-cross"
          d={`M${view.center[0] - 2 * unit} ${-view.center[1]}h${4 * unit}m${-2 * unit} ${-2 * unit}v${4 * unit}`}
        />
        {value && <circle className="wd-map-place" cx={value[0]} cy={-value[1]} r={unit} />}
      </svg>
      <div className="wd-map-tools">
        <Button
          size="small"
          icon={<Icon name="plus" />}
          aria-label={t('form.map.nearer')}
          onClick={() => setView(view_zoom(view, 1 / ZOOM))}
        />
        <Button
          size="small"
          aria-label={t('form.map.farther')}
          onClick={() => setView(view_zoom(view, ZOOM))}
        >
          −
        </Button>
        <Button size="small" onClick={() => setView(WORLD)}>
          {t('form.map.world')}
        </Button>
      </div>
      <p className="wd-field-help" aria-live="polite">
        {t('form.map.center', { longitude: x.toFixed(3), latitude: y.toFixed(3) })}
      </p>
    </div>
  );
}

/** Where on the drawing a pointer is, as shares of its width and height. */
function share_of(
  svg: SVGSVGElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): [number, number] {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

function grid_path({ longitudes, latitudes }: ReturnType<typeof grid_lines>): string {
  return [
    ...longitudes.map((longitude) => `M${longitude} -90V90`),
    ...latitudes.map((latitude) => `M-180 ${-latitude}H180`),
  ].join('');
}
