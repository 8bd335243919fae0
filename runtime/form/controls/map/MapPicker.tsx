import { Button, Skeleton } from 'antd';
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import {
  ASPECT,
  gridLines,
  type MapView,
  moveView,
  type Point,
  roundPoint,
  stretchOf,
  viewAround,
  viewBoxOf,
  viewPoint,
  WORLD,
  zoomView,
} from '../../../kit/map/mapView.ts';
import { loadOutline } from '../../../kit/map/outline.ts';
import { tilesOf } from '../../../kit/map/tiles.ts';
import { useMapTiles } from '../../../kit/map/useMapTiles.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { SIZE } from '../../../kit/theme/tokens.ts';
import './map.css';

const STEP = 0.1;
const ZOOM = 1.5;
/** Movement in pixels below which a press is a click. */
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

/** Width of the map in the dialog, which determines the tiles. */
const PIXELS = SIZE.form;

/** Shows the tiles of the configured map server, otherwise outlines. */
export default function MapPicker(props: Props) {
  const { isPending, tiles } = useMapTiles();
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return <Picker {...props} tiles={tiles} />;
}

/** Loads the outlines of land. Maps with tiles do not need them. */
function useOutline(tiled: boolean) {
  const [path, setPath] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed || tiled) return;
    let isMounted = true;
    loadOutline().then(
      (drawn) => isMounted && setPath(drawn),
      () => isMounted && setFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [failed, tiled]);
  return { path, failed, retry: () => setFailed(false) };
}

type SetView = Dispatch<SetStateAction<MapView>>;

/** Returns the ref for the drawing's wheel listener. */
function useWheelZoom(setView: SetView, tiled: boolean) {
  const [drawing, setDrawing] = useState<SVGSVGElement | null>(null);
  // React's own wheel listener is passive and could not prevent the page from scrolling.
  useEffect(() => {
    if (!drawing) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((old) =>
        zoomView(old, event.deltaY > 0 ? ZOOM : 1 / ZOOM, { at: shareOf(drawing, event), tiled }),
      );
    };
    drawing.addEventListener('wheel', wheel, { passive: false });
    return () => drawing.removeEventListener('wheel', wheel);
  }, [drawing, setView, tiled]);
  return setDrawing;
}

/** Drags the map with the pointer. A click chooses the place. */
function usePress(view: MapView, setView: SetView, onPick: Props['onPick']) {
  const press = useRef<{ x: number; y: number; view: MapView; moved: boolean } | null>(null);
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
    if (from.moved) setView(moveView(from.view, -dx / width, dy / height));
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const from = press.current;
    press.current = null;
    if (from && !from.moved) onPick(roundPoint(viewPoint(view, shareOf(event.currentTarget, event))));
  };
  return {
    onPointerDown: start,
    onPointerMove: drag,
    onPointerUp: end,
    onPointerCancel: () => {
      press.current = null;
    },
  };
}

/** Shows a map for choosing a place, by a click or by keys with the cross in the centre. */
function Picker({ value, onPick, tiles }: Props & { tiles: string | null }) {
  const t = useT();
  const tiled = tiles !== null;
  const { path, failed, retry } = useOutline(tiled);
  const [view, setView] = useState<MapView>(() => viewAround(value, tiled));
  const setDrawing = useWheelZoom(setView, tiled);
  const press = usePress(view, setView, onPick);

  if (failed)
    return (
      <div className="wd-picker-state" role="alert">
        <p>{t('form.map.failed')}</p>
        <Button size="small" onClick={retry}>
          {t('form.retry')}
        </Button>
      </div>
    );
  if (path === null && !tiled) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;

  const zoom = (factor: number) => setView(zoomView(view, factor, { tiled }));
  const key = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) setView(moveView(view, ...arrow));
    else if (event.key === '+' || event.key === '=') zoom(1 / ZOOM);
    else if (event.key === '-') zoom(ZOOM);
    else if (event.key === 'Enter' || event.key === ' ') onPick(roundPoint(view.center));
    else return;
    event.preventDefault();
  };
  const unit = view.span / 100;
  const grid = gridLines(view);
  const stretch = stretchOf(view);
  const middle = -view.center[1] * stretch;
  const [x, y] = roundPoint(view.center);
  return (
    <div className="wd-map">
      <svg
        ref={setDrawing}
        viewBox={viewBoxOf(view)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
        tabIndex={0}
        role="application"
        aria-label={t('form.map.keys')}
        onKeyDown={key}
        {...press}
      >
        {tiles ? (
          <Tiles template={tiles} view={view} />
        ) : (
          <g transform={`scale(1 ${stretch})`}>
            <path className="wd-map-grid" d={gridPath(grid)} />
            <path className="wd-map-land" d={path ?? ''} />
          </g>
        )}
        <path
          className="wd-map-cross"
          d={`M${view.center[0] - 2 * unit} ${middle}h${4 * unit}m${-2 * unit} ${-2 * unit}v${4 * unit}`}
        />
        {value && <circle className="wd-map-place" cx={value[0]} cy={-value[1] * stretch} r={unit} />}
      </svg>
      <Tools onZoom={zoom} onWorld={() => setView(WORLD)} />
      <p className="wd-field-help" aria-live="polite">
        {t('form.map.center', { longitude: x.toFixed(3), latitude: y.toFixed(3) })}
      </p>
    </div>
  );
}

function Tools({ onZoom, onWorld }: { onZoom(factor: number): void; onWorld(): void }) {
  const t = useT();
  return (
    <div className="wd-map-tools">
      <Button
        size="small"
        icon={<Icon name="plus" />}
        aria-label={t('form.map.nearer')}
        onClick={() => onZoom(1 / ZOOM)}
      />
      <Button size="small" aria-label={t('form.map.farther')} onClick={() => onZoom(ZOOM)}>
        −
      </Button>
      <Button size="small" onClick={onWorld}>
        {t('form.map.world')}
      </Button>
    </div>
  );
}

/** Places the tiles in pixels. The drawing itself is in degrees. */
function Tiles({ template, view }: { template: string; view: MapView }) {
  const size = { width: PIXELS, height: PIXELS / ASPECT };
  const [left, top] = viewBoxOf(view).split(' ');
  const degrees = view.span / PIXELS;
  return (
    <g transform={`translate(${left} ${top}) scale(${degrees})`}>
      {tilesOf(template, { center: view.center, scale: 1 / degrees }, size).map(({ address, ...place }) => (
        <image key={address} href={address} preserveAspectRatio="none" {...place} />
      ))}
    </g>
  );
}

/** Returns the pointer position in the drawing, as fractions of width and height. */
function shareOf(
  svg: SVGSVGElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): [number, number] {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

function gridPath({ longitudes, latitudes }: ReturnType<typeof gridLines>): string {
  return [
    ...longitudes.map((longitude) => `M${longitude} -90V90`),
    ...latitudes.map((latitude) => `M-180 ${-latitude}H180`),
  ].join('');
}
