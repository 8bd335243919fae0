import { later } from '../../runtime/kit/overlay/later.tsx';
import { PageSkeleton } from '../../runtime/kit/states/PageSkeleton.tsx';

const FlowsPage = later(
  async () => ({ default: (await import('./parts/FlowsPage.tsx')).FlowsPage }),
  <PageSkeleton />,
);

/** The flows of approval. The start names the files of every page, and those of a drawing are many: they come by themselves. */
export default function Flows() {
  return <FlowsPage />;
}
