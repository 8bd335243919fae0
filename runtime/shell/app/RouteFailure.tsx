import { PageFailure } from '../page/PageBoundary.tsx';

/** Catches the errors that the shell did not catch. */
export function RouteFailure() {
  return <PageFailure chunk={false} onRetry={() => location.reload()} />;
}
