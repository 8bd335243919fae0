import { Navigate } from 'react-router';
import { landingPath, pageFirstBelow } from '../../kit/session/access.ts';
import { useSession } from '../../kit/session/session.ts';
import { usePages } from '../definitions/usePages.ts';
import { NotFound } from './NotFound.tsx';

/** V006, V013 */
export function ToLanding() {
  const session = useSession();
  const path = landingPath(usePages(), session, session.user?.homePage);
  return path ? <Navigate to={path} replace /> : <NotFound />;
}

/** Decision 8: a bare group leads to its first page that the visitor may open. */
export function ToFirstBelow({ prefix }: { prefix: string }) {
  const session = useSession();
  const page = pageFirstBelow(usePages(), prefix, session);
  return page ? <Navigate to={page.route} replace /> : <NotFound />;
}
