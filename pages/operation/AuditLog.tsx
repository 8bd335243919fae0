import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const AuditPage = later(
  async () => ({ default: (await import('./parts/AuditPage.tsx')).AuditPage }),
  <PageSkeleton />,
);

/**
 * The log of the tenant. Its content is a separate file, because the first load lists the files of every page. Those of
 * this page are many.
 */
export default function AuditLog() {
  return <AuditPage />;
}
