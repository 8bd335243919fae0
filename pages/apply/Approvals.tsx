import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const ApprovalsPage = later(
  async () => ({ default: (await import('./parts/ApprovalsPage.tsx')).ApprovalsPage }),
  <PageSkeleton />,
);

/**
 * The page Approvals. Its content is a separate file, because the first load lists the files of every page. Those of
 * this page are many.
 */
export default function Approvals() {
  return <ApprovalsPage />;
}
