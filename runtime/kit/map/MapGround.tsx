/** Draws the background of a map: tiles of the configured map server, or the built-in outlines. */
import { useEffect, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { tilesOf } from './tiles.ts';
import { type Size, stretchOf, type View } from './view.ts';

interface Props {
  /** Address template of the tiles. Null without tiles. */
  tiles: string | null;
  view: View;
  size: Size;
}

/** Loads the outlines when the first map is shown. Null while they load. */
function useOutline(): string | null | 'failed' {
  const [path, setPath] = useState<string | null | 'failed'>(null);
  useEffect(() => {
    let isMounted = true;
    import('./outline.ts')
      .then(({ loadOutline }) => loadOutline())
      .then(
        (drawn) => isMounted && setPath(drawn),
        () => isMounted && setPath('failed'),
      );
    return () => {
      isMounted = false;
    };
  }, []);
  return path;
}

/** Returns the transformation from degrees to pixels. The outlines are in degrees. */
function transformOf({ view, size }: Props): string {
  const [longitude, latitude] = view.center;
  const middle = `translate(${size.width / 2} ${size.height / 2})`;
  return `${middle} scale(${view.scale} ${view.scale * stretchOf(view)}) translate(${-longitude} ${latitude})`;
}

export function MapGround(props: Props) {
  const { tiles, view, size } = props;
  const t = useT();
  const outline = useOutline();
  return (
    <>
      <svg aria-hidden="true" width={size.width} height={size.height}>
        {tiles &&
          tilesOf(tiles, view, size).map(({ address, ...place }) => (
            <image key={address} href={address} preserveAspectRatio="none" {...place} />
          ))}
        {!tiles && outline && outline !== 'failed' && <path d={outline} transform={transformOf(props)} />}
      </svg>
      {!tiles && outline === 'failed' && <p className="wd-mapview-note">{t('map.outlineFailed')}</p>}
    </>
  );
}
