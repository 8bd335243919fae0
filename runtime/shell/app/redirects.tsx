import { Navigate } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { landingPath, pageFirstBelow, pageWithin } from '../../kit/session/pageAccess.ts';
import { placeOf } from '../../kit/session/places.ts';
import { useSession } from '../../kit/session/session.ts';
import { useSite } from '../../kit/session/site.ts';
import { ClosedPage } from '../../kit/states/ClosedPage.tsx';
import { usePages } from '../definitions/usePages.ts';
import { NotFound } from './NotFound.tsx';

const STATION = '{station}';

/** Opens the target of a redirect. `{station}` in its query is replaced by the selected station. */
export function ToPage({ to }: { to: string }) {
  return to.includes(STATION) ? <ToStation to={to} /> : <Navigate to={to} replace />;
}

function ToStation({ to }: { to: string }) {
  const { status, stationSn } = useSite();
  if (status === 'idle' || status === 'loading') return null;
  const path = stationSn === null ? to.split('?')[0]! : to.replace(STATION, encodeURIComponent(stationSn));
  return <Navigate to={path} replace />;
}

/** Opens the first accessible tab or sub-page of a page. */
export function ToPageWithin({ page }: { page: PageDefinition }) {
  const session = useSession();
  const first = pageWithin(page, session);
  return first ? (
    <Navigate to={placeOf(first.route)} replace />
  ) : (
    <ClosedPage title={page.title} why="noPermission" />
  );
}

/** V006, V013: redirects to the user's landing page. */
export function ToLanding() {
  const session = useSession();
  const path = landingPath(usePages(), session, session.user?.homePage);
  return path ? <Navigate to={path} replace /> : <NotFound />;
}

/** Decision 8: opens the first accessible page of a group. */
export function ToFirstBelow({ prefix }: { prefix: string }) {
  const session = useSession();
  const page = pageFirstBelow(usePages(), prefix, session);
  return page ? <Navigate to={page.route} replace /> : <NotFound />;
}
