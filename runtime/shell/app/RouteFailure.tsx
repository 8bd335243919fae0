import { PageFailure } from '../page/PageBoundary.tsx';

/** The last net: whatever even the shell could not catch. */
export function RouteFailure() {
  return <PageFailure chunk={false} onRetry={() => location.reload()} />;
}
