import { useT } from '../../runtime/kit/i18n/index.ts';
import { MapFrame } from '../../runtime/kit/map/MapFrame.tsx';
import { useMapView } from '../../runtime/kit/map/useMapView.ts';
import { makeClusters, nameSide, pixelOf } from '../../runtime/kit/map/view.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { ClusterSign, StationSign } from './Signs.tsx';
import { type MapContent, placeOf, STATE_ICONS, STATES, stationState } from './stations.ts';
import texts from './texts.json';
import './stationMap.css';

/** Markers closer than this in px are clustered. */
const SIGN_DISTANCE = 36;
/** Maximum number of names. More would cover the map. */
const MAX_LABELS = 12;

function Legend({ content: { placed, unplaced } }: { content: MapContent }) {
  const t = useT(texts);
  const counts = STATES.map((state) => ({
    state,
    count: placed.filter((station) => stationState(station) === state).length,
  }));
  return (
    <ul className="wd-mapview-legend">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state} data-state={state}>
            <Icon name={STATE_ICONS[state]} size={14} /> {t(`widget.stationMap.count.${state}`, { count })}
          </li>
        ))}
      {unplaced > 0 && <li>{t('widget.stationMap.unplaced', { count: unplaced })}</li>}
    </ul>
  );
}

interface Props {
  content: MapContent;
  labels: boolean;
  /** The page with the boards that markers link to, by default the current page. */
  boards?: string;
}

/** Draws stations as markers, with a legend of states. Close stations share a marker. */
export function StationPlaces({ content, labels, boards = '' }: Props) {
  const { placed, tiles } = content;
  const map = useMapView(placed.map(placeOf));
  const { view, size, show } = map;
  const clusters = makeClusters(placed, (station) => pixelOf(view, size, placeOf(station)), SIGN_DISTANCE);
  const named = labels && clusters.length <= MAX_LABELS;
  return (
    <MapFrame map={map} tiles={tiles}>
      {clusters.map(({ items, ...at }) => {
        const [first, second] = items;
        if (!first) return null;
        return second ? (
          <ClusterSign
            key={first.sn}
            stations={items}
            at={at}
            onShow={(stations) => show(stations.map(placeOf))}
          />
        ) : (
          <StationSign
            key={first.sn}
            station={first}
            at={at}
            name={named ? nameSide(at.x, size.width) : null}
            boards={boards}
          />
        );
      })}
      <Legend content={content} />
    </MapFrame>
  );
}
