import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { StationMapConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { tilesOf } from '../../runtime/kit/map/tiles.ts';
import { makeClusters, pixelOf, stretchOf } from '../../runtime/kit/map/view.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import {
  type MapContent,
  mapContent,
  type PlacedStation,
  placeOf,
  STATE_ICONS,
  STATES,
  stateWorst,
  stationState,
} from './stations.ts';
import texts from './texts.json';
import { useMapView } from './useMapView.ts';
import './stationMap.css';

/** Signs nearer than this to each other become one. */
const SIGN_DISTANCE = 36;
/** More names than this cover the map. */
const MAX_LABELS = 12;

/** The outlines are a file of their own, fetched when the first map is looked at. */
function useOutline(): string | null | 'failed' {
  const [path, setPath] = useState<string | null | 'failed'>(null);
  useEffect(() => {
    let wanted = true;
    import('../../runtime/kit/map/outline.ts')
      .then(({ loadOutline }) => loadOutline())
      .then(
        (drawn) => wanted && setPath(drawn),
        () => wanted && setPath('failed'),
      );
    return () => {
      wanted = false;
    };
  }, []);
  return path;
}

const boardAddress = (sn: string) => `?${new URLSearchParams({ station: sn })}`;

function useStationWords() {
  const t = useT(texts);
  return (station: PlacedStation) => {
    const state = stationState(station);
    return `${station.name}: ${t(`widget.stationMap.${state}`, { amount: station.openAlarms })}`;
  };
}

function Legend({ content: { placed, unplaced } }: { content: MapContent }) {
  const t = useT(texts);
  const counts = STATES.map((state) => ({
    state,
    count: placed.filter((station) => stationState(station) === state).length,
  }));
  return (
    <ul className="wd-stationmap-legend">
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
  const t = useT(texts);
  const words = useStationWords();
  const guest = useGuest();
  const outline = useOutline();
  const { placed, tiles } = content;
  const { view, size, setBox, near, far, show, keys, drag } = useMapView(placed.map(placeOf));
  const clusters = makeClusters(placed, (station) => pixelOf(view, size, placeOf(station)), SIGN_DISTANCE);
  const named = labels && clusters.length <= MAX_LABELS;
  const { center, scale } = view;
  const degrees = `translate(${size.width / 2} ${size.height / 2}) scale(${scale} ${scale * stretchOf(view)}) translate(${-center[0]} ${center[1]})`;
  return (
    <section
      className="wd-stationmap"
      ref={setBox}
      aria-label={t('widget.stationMap.keys')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the map
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => near()}
      {...drag}
    >
      <svg aria-hidden="true" width={size.width} height={size.height}>
        {tiles &&
          tilesOf(tiles, view, size).map(({ address, ...place }) => (
            <image key={address} href={address} preserveAspectRatio="none" {...place} />
          ))}
        {!tiles && outline && outline !== 'failed' && <path d={outline} transform={degrees} />}
      </svg>
      {!tiles && outline === 'failed' && (
        <p className="wd-stationmap-note">{t('widget.stationMap.outlineFailed')}</p>
      )}
      {clusters.map(({ x, y, items }) => {
        const [station] = items as [PlacedStation, ...PlacedStation[]];
        const state = stateWorst(items);
        const style = { left: x, top: y };
        if (items.length === 1) {
          const sign = (
            <>
              <Icon name={STATE_ICONS[state]} size={16} />
              {named && <span>{station.name}</span>}
            </>
          );
          const look = { className: 'wd-stationmap-sign', 'data-state': state, style, title: words(station) };
          return guest ? (
            <span key={station.sn} {...look} role="img" aria-label={words(station)}>
              {sign}
            </span>
          ) : (
            <Link key={station.sn} {...look} to={boardAddress(station.sn)} aria-label={words(station)}>
              {sign}
            </Link>
          );
        }
        const all = items.map(words).join('\n');
        return (
          <button
            key={station.sn}
            type="button"
            className="wd-stationmap-sign"
            data-state={state}
            style={style}
            title={all}
            aria-label={t('widget.stationMap.together', { count: items.length, names: all })}
            onClick={() => show(items.map(placeOf))}
          >
            <Icon name={STATE_ICONS[state]} size={16} />
            <b>{items.length}</b>
          </button>
        );
      })}
      <div className="wd-stationmap-tools">
        <Button
          size="small"
          icon={<Icon name="plus" />}
          aria-label={t('widget.stationMap.nearer')}
          onClick={() => near()}
        />
        <Button size="small" aria-label={t('widget.stationMap.farther')} onClick={far}>
          −
        </Button>
        <Button
          size="small"
          aria-label={t('widget.stationMap.all')}
          title={t('widget.stationMap.all')}
          icon={<Icon name="expand" />}
          onClick={() => show(null)}
        />
      </div>
      <Legend content={content} />
    </section>
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
      />
    );
  return <Places content={content} labels={config.labels !== false} />;
}
