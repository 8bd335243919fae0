import { Navigate } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { tabsAbove } from '../../core/definitions/pages.ts';
import { useClosedPages } from '../../kit/session/closedPages.ts';
import { LANDING, pageAccess } from '../../kit/session/pageAccess.ts';
import { useSession } from '../../kit/session/session.ts';
import { ClosedPage } from '../../kit/states/ClosedPage.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageTabs } from './PageTabs.tsx';
import { pageComponent } from './pageComponents.ts';

/** Shows a page in its own scrolling frame. Checks the permission, loads the page on first use, and offers a retry. */
export function PageView({ page }: { page: PageDefinition }) {
  const session = useSession();
  const isClosed = useClosedPages();
  const access = pageAccess(page, session);
  if (access === 'otherTenant') return <Navigate to={LANDING} replace />;
  if (access === 'noPermission') return <ClosedPage title={page.title} why="noPermission" />;
  if (isClosed(page.route)) return <ClosedPage title={page.title} why="siteLacks" />;
  const tabs = tabsAbove(page);
  const Page = pageComponent(page, <PageSkeleton />);
  const frame = (
    <div className="wd-page" data-page={page.name}>
      <PageBoundary>
        <Page page={page} />
      </PageBoundary>
    </div>
  );
  if (!tabs) return frame;
  return (
    <div className="wd-tabbed">
      <PageTabs of={tabs} />
      <div>{frame}</div>
    </div>
  );
}
