import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const AuditPage = later(
  async () => ({ default: (await import('./parts/AuditPage.tsx')).AuditPage }),
  <PageSkeleton />,
);

/**
 * The audit log of the tenant. Its content is in a separate file. The first load contains a list of each page's files,
 * and this page has many.
 */
export default function AuditLog() {
  return <AuditPage />;
}
