import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const AuditPage = later(
  async () => ({ default: (await import('./parts/AuditPage.tsx')).AuditPage }),
  <PageSkeleton />,
);

/** The log of the tenant. The start names the files of every page, and those of this one are many: they come by themselves. */
export default function AuditLog() {
  return <AuditPage />;
}
