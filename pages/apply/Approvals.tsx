import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const ApprovalsPage = later(
  async () => ({ default: (await import('./parts/ApprovalsPage.tsx')).ApprovalsPage }),
  <PageSkeleton />,
);

/**
 * The page Approvals. Its content is in a separate file. The first load contains a list of each page's files,
 * and this page has many.
 */
export default function Approvals() {
  return <ApprovalsPage />;
}
