import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const FlowsPage = later(
  async () => ({ default: (await import('./parts/FlowsPage.tsx')).FlowsPage }),
  <PageSkeleton />,
);

/**
 * The page of approval flows. Its content is in a separate file. The first load contains a list of each page's files,
 * and this page has many.
 */
export default function Flows() {
  return <FlowsPage />;
}
