import { PageFailure } from '../page/PageBoundary.tsx';

/** Shows errors that no other boundary has caught. */
export function RouteFailure() {
  return <PageFailure chunk={false} onRetry={() => location.reload()} />;
}
