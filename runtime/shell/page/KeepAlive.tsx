import { Activity, type ContextType, useContext, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { forgetPlaces, rememberPlace } from '../../kit/session/places.ts';
import { usePages } from '../definitions/usePages.ts';
import { isPageKept, type MountedPage, visitPage } from './mountedPages.ts';
import { PageView } from './PageView.tsx';

type RouterLocation = ContextType<typeof LocationContext>;

/** Shows the current page, and keeps others mounted but hidden. A hidden page keeps its own location. */
export function KeepAlive({ page }: { page: PageDefinition | null }) {
  const location = useContext(LocationContext);
  const pages = usePages();
  const [mountedPages, setMountedPages] = useState<readonly MountedPage<RouterLocation>[]>(() => {
    forgetPlaces();
    return [];
  });
  const stays = page !== null && isPageKept(page);
  const shown = stays ? visitPage(mountedPages, { page, location }) : mountedPages;
  if (shown !== mountedPages) setMountedPages(shown);
  if (stays) rememberPlace(page.route, location.location);

  // Sorted by name, so that React never moves a page in the DOM, which would reload iframes in it.
  const now = new Map(pages.map((page) => [page.name, page]));
  const ordered = shown
    .flatMap((entry) => {
      // Uses the current definition. A page is closed if its definition was removed.
      const defined = now.get(entry.page.name);
      return defined ? [{ ...entry, page: defined }] : [];
    })
    .sort((a, b) => (a.page.name < b.page.name ? -1 : 1));
  return (
    <>
      {ordered.map((entry) => {
        const active = entry.page.name === page?.name;
        return (
          <Activity key={entry.page.name} mode={active ? 'visible' : 'hidden'}>
            <LocationContext value={active ? location : entry.location}>
              <PageView page={entry.page} />
            </LocationContext>
          </Activity>
        );
      })}
      {page && !stays && <PageView key={location.location.pathname} page={page} />}
    </>
  );
}
