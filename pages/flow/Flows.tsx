import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const FlowsPage = later(
  async () => ({ default: (await import('./parts/FlowsPage.tsx')).FlowsPage }),
  <PageSkeleton />,
);

/**
 * The page of approval flows. Its content is a separate file, because the first load lists the files of every page and
 * a drawing needs many.
 */
export default function Flows() {
  return <FlowsPage />;
}
