import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { later } from '../../kit/overlay/later.tsx';
import { LOGIN, loginPath } from '../../kit/session/pageAccess.ts';
import { restoreSession, useSession } from '../../kit/session/session.ts';
import { useDefinitionsReady } from '../definitions/ready.ts';
import { PageBoundary } from '../page/PageBoundary.tsx';
import { loadInTime } from '../page/pageComponents.ts';
import { Splash, StartFailed } from '../page/Splash.tsx';
import { importShell } from './shellProgram.ts';

const Shell = later(() => loadInTime(importShell), <Splash />);

/** V009: without a user id in the session, all addresses except the open ones redirect to the login page. */
export function Guard() {
  const { status, left, tenantId } = useSession();
  const ready = useDefinitionsReady();
  const location = useLocation();
  useEffect(() => {
    // Loads the shell in parallel with the session. After a failure, rendering the shell tries again and shows the
    // error.
    if (status === 'starting') importShell().catch(() => undefined);
  }, [status]);
  if (status === 'starting') return <Splash />;
  if (status === 'unreachable') return <StartFailed onRetry={restoreSession} />;
  if (status === 'user' && !ready) return <Splash />;
  if (status === 'guest') return <Navigate to={left ? LOGIN : loginPath(location)} replace />;
  return (
    <PageBoundary>
      <Shell key={tenantId} />
    </PageBoundary>
  );
}
