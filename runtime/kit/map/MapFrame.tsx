import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { MapGround } from './MapGround.tsx';
import './mapFrame.css';
import type { useMapView } from './useMapView.ts';

interface Props {
  map: ReturnType<typeof useMapView>;
  /** Address template of the tiles. Null without tiles. */
  tiles: string | null;
  /** The markers on the map, positioned in pixels. */
  children: ReactNode;
}

/** Shows a map with its content. Users move and zoom the map with pointer, wheel and keys. */
export function MapFrame({ map, tiles, children }: Props) {
  const t = useT();
  const { view, size, setBox, near, far, show, keys, drag } = map;
  return (
    <section
      className="wd-mapview"
      ref={setBox}
      aria-label={t('map.keys')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
      tabIndex={0}
      onKeyDown={keys}
      onDoubleClick={() => near()}
      {...drag}
    >
      <MapGround tiles={tiles} view={view} size={size} />
      {children}
      <div className="wd-mapview-tools">
        <Button
          size="small"
          icon={<Icon name="plus" />}
          aria-label={t('map.nearer')}
          onClick={() => near()}
        />
        <Button size="small" aria-label={t('map.farther')} onClick={far}>
          −
        </Button>
        <Button
          size="small"
          aria-label={t('map.all')}
          title={t('map.all')}
          icon={<Icon name="expand" />}
          onClick={() => show(null)}
        />
      </div>
    </section>
  );
}
