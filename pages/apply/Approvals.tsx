import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const ApprovalsPage = later(
  async () => ({ default: (await import('./parts/ApprovalsPage.tsx')).ApprovalsPage }),
  <PageSkeleton />,
);

/** The page Approvals. The start names the files of every page, and those of this one are many: they come by themselves. */
export default function Approvals() {
  return <ApprovalsPage />;
}
