/** Draws a map with markers, and the track of one of them. */
import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { MapFrame } from '../../../runtime/kit/map/MapFrame.tsx';
import { useMapTiles } from '../../../runtime/kit/map/useMapTiles.ts';
import { useMapView } from '../../../runtime/kit/map/useMapView.ts';
import {
  makeClusters,
  nameSide,
  type Point,
  pixelOf,
  type Size,
  type View,
} from '../../../runtime/kit/map/view.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import type { Track } from './track.ts';

export interface Sign {
  key: string;
  at: Point;
  name: string;
  /** The full text of the marker. */
  words: string;
  icon: string;
  /** The theme colour of the state. */
  color: string;
  chosen?: boolean;
  onChoose?(): void;
}

/** Minimum width of the map in degrees: a town and its surroundings. */
const NEAR_DEGREES = 0.3;
const SIGN_DISTANCE = 30;
const SIGN_SIZE = 16;
const END_RADIUS = 4;

function TrackLine({ track, view, size }: { track: Track; view: View; size: Size }) {
  const stretches = track.map((stretch) => stretch.map(({ at }) => pixelOf(view, size, at)));
  return (
    <svg className="wd-track" aria-hidden="true" width={size.width} height={size.height}>
      {stretches.map((points, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other key than their index
        <g key={place}>
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {[points[0]!, points.at(-1)!].map(({ x, y }, end) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has exactly two ends
            <circle key={end} cx={x} cy={y} r={END_RADIUS} />
          ))}
        </g>
      ))}
    </svg>
  );
}

const EARTH_KM_DEGREE = 111.32;
const BAR_PIXELS = 120;
const STEPS = [1, 2, 5];

/** Returns the longest round distance for the scale bar, with its length in pixels. */
function scaleOf({ center: [, latitude], scale }: View): { km: number; pixels: number } {
  const kmPixel = (EARTH_KM_DEGREE * Math.cos((latitude * Math.PI) / 180)) / scale;
  const most = kmPixel * BAR_PIXELS;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = power * (STEPS.findLast((step) => step * power <= most) ?? 1);
  return { km, pixels: km / kmPixel };
}

function ScaleBar({ view }: { view: View }) {
  const { km, pixels } = scaleOf(view);
  return (
    <p className="wd-mapview-legend wd-map-scale">
      <i style={{ width: pixels }} />
      {km < 1 ? formatQuantity(km * 1000, 'm', { decimals: 0 }) : formatQuantity(km, 'km', { decimals: 0 })}
    </p>
  );
}

interface Props {
  signs: readonly Sign[];
  track?: Track;
  /** The points that the map shows until the user moves it. */
  around: readonly Point[];
}

export function UnitMap({ signs, track = [], around }: Props) {
  const { tiles } = useMapTiles();
  const map = useMapView(around, NEAR_DEGREES);
  const { view, size, show } = map;
  const clusters = makeClusters(signs, ({ at }) => pixelOf(view, size, at), SIGN_DISTANCE);
  return (
    <MapFrame map={map} tiles={tiles}>
      <ScaleBar view={view} />
      {track.length > 0 && <TrackLine track={track} view={view} size={size} />}
      {clusters.map(({ items, x, y }) => {
        const first = items.find(({ chosen }) => chosen) ?? items[0]!;
        const together = items.length > 1;
        const words = items.map((one) => one.words).join('\n');
        const names = items.map(({ name }) => name).join('、');
        return (
          <button
            key={first.key}
            type="button"
            className="wd-mapview-sign wd-unit-sign"
            data-state={first.color}
            data-chosen={first.chosen || undefined}
            style={{ left: x, top: y }}
            title={words}
            aria-label={together ? `${items.length} ${names}` : words}
            onClick={() => {
              if (together) show(items.map(({ at }) => at));
              if (!together || first.chosen) first.onChoose?.();
            }}
          >
            <Icon name={first.icon} size={SIGN_SIZE} />
            {together && <b>{items.length}</b>} <span data-side={nameSide(x, size.width)}>{names}</span>
          </button>
        );
      })}
    </MapFrame>
  );
}
