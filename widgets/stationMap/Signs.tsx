/** Draws the markers of single stations, and of clusters of close stations. */
import { Link } from 'react-router';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import type { NameSide, Pixel } from '../../runtime/kit/map/view.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { type PlacedStation, STATE_ICONS, stateWorst, stationState } from './stations.ts';
import texts from './texts.json';

function useStationWords() {
  const t = useT(texts);
  return (station: PlacedStation) => {
    const state = stationState(station);
    return `${station.name}: ${t(`widget.stationMap.${state}`, { count: station.openAlarms })}`;
  };
}

interface StationProps {
  station: PlacedStation;
  at: Pixel;
  /** The alignment of the name below the marker. Null without a name. */
  name: NameSide | null;
  /** The page with the stations' boards. */
  boards: string;
}

/** Links to the station's board. Guests see plain text. */
export function StationSign({ station, at, name, boards }: StationProps) {
  const words = useStationWords()(station);
  const guest = useGuest();
  const state = stationState(station);
  const look = {
    className: 'wd-mapview-sign',
    'data-state': state,
    style: { left: at.x, top: at.y },
    title: words,
    'aria-label': words,
  };
  const sign = (
    <>
      <Icon name={STATE_ICONS[state]} size={16} />
      {name && <span data-side={name}>{station.name}</span>}
    </>
  );
  return guest ? (
    <span {...look} role="img">
      {sign}
    </span>
  ) : (
    <Link {...look} to={`${boards}?${new URLSearchParams({ station: station.sn })}`}>
      {sign}
    </Link>
  );
}

interface ClusterProps {
  stations: readonly PlacedStation[];
  at: Pixel;
  onShow(stations: readonly PlacedStation[]): void;
}

export function ClusterSign({ stations, at, onShow }: ClusterProps) {
  const t = useT(texts);
  const names = stations.map(useStationWords()).join('\n');
  const state = stateWorst(stations);
  return (
    <button
      type="button"
      className="wd-mapview-sign"
      data-state={state}
      style={{ left: at.x, top: at.y }}
      title={names}
      aria-label={t('widget.stationMap.together', { count: stations.length, names })}
      onClick={() => onShow(stations)}
    >
      <Icon name={STATE_ICONS[state]} size={16} />
      <b>{stations.length}</b>
    </button>
  );
}
