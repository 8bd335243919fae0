import { Navigate, useNavigate } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { tabsAbove } from '../../core/definitions/pages.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { LANDING, pageAccess } from '../../kit/session/access.ts';
import { useClosedPages } from '../../kit/session/closedPages.ts';
import { useSession } from '../../kit/session/session.ts';
import { NoPermission } from '../../kit/states/NoPermission.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageTabs } from './PageTabs.tsx';
import { pageComponent } from './pageComponents.ts';

/** The selected station does not have the page; another one may. */
function SiteLacks({ title }: Pick<PageDefinition, 'title'>) {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  return (
    <StatusPage
      icon="lock"
      title={t('shell.siteLacks')}
      text={t('shell.siteLacksText', { title: text(title) })}
      actions={[{ label: t('page.toLanding'), primary: true, onClick: () => void navigate('/') }]}
    />
  );
}

/** A page in its own scrolling frame: checked for permission, loaded when first seen, with a retry. */
export function PageView({ page }: { page: PageDefinition }) {
  const session = useSession();
  const isClosed = useClosedPages();
  const access = pageAccess(page, session);
  if (access === 'otherTenant') return <Navigate to={LANDING} replace />;
  if (access === 'noPermission') return <NoPermission title={page.title} />;
  if (isClosed(page.route)) return <SiteLacks title={page.title} />;
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
