import type { StationMapConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { MapFrame } from '../../runtime/kit/map/MapFrame.tsx';
import { useMapView } from '../../runtime/kit/map/useMapView.ts';
import { makeClusters, nameSide, pixelOf } from '../../runtime/kit/map/view.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { ClusterSign, StationSign } from './Signs.tsx';
import { type MapContent, mapContent, placeOf, STATE_ICONS, STATES, stationState } from './stations.ts';
import texts from './texts.json';

import './stationMap.css';

/** Signs nearer than this to each other become one. */
const SIGN_DISTANCE = 36;
/** More names than this cover the map. */
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

function Places({ content, labels }: { content: MapContent; labels: boolean }) {
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
          />
        );
      })}
      <Legend content={content} />
    </MapFrame>
  );
}

/** W023: the stations on the bundled outlines, or on the tiles of the company's own map server. */
export function StationMap({ config, results, status, retry }: WidgetProps<StationMapConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const content = mapContent(results[0]);
  if (content.placed.length === 0)
    return (
      <WidgetEmpty
        text={t(content.unplaced > 0 ? 'widget.stationMap.noPlace' : 'widget.stationMap.none')}
        hint={t('widget.stationMap.noPlaceHint')}
        page="SiteManage"
      />
    );
  return <Places content={content} labels={config.labels !== false} />;
}
