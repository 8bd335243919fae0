import { useMemo, useState } from 'react';
import type { GridItem } from '../../core/document/layout.ts';
import { PREVIEW_ID, type ShownWidget } from './useBoardData.ts';

/** Returns the widgets whose data is requested: the visible ones, or all if `all` is set. */
export function useWatched(shown: readonly ShownWidget[], layout: readonly GridItem[]) {
  const [watchesAll, watchAll] = useState(false);
  const watched = useMemo(() => {
    if (watchesAll) return shown;
    const ids = new Set(layout.map(({ i }) => i));
    return shown.filter(({ widget: { id } }) => ids.has(id) || id === PREVIEW_ID);
  }, [shown, layout, watchesAll]);
  return { watched, watchAll };
}
