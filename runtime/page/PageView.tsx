import { Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import type { PageDefinition } from '../../generated/definition.ts';
import { useSession } from '../shell/session.ts';
import { LANDING, page_access } from './access.ts';
import { NoPermission } from './NoPermission.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { forgetPageComponent, pageComponent } from './pageComponents.ts';

/** A page in its own scrolling frame: checked for permission, loaded when first seen, with a retry. */
export function PageView({ page }: { page: PageDefinition }) {
  const session = useSession();
  const [, setAttempt] = useState(0);
  const access = page_access(page, session);
  if (access === 'otherTenant') return <Navigate to={LANDING} replace />;
  if (access === 'noPermission') return <NoPermission title={page.title} />;
  const Page = pageComponent(page);
  const retry = () => {
    forgetPageComponent(page);
    setAttempt((attempt) => attempt + 1);
  };
  return (
    <div className="wd-page" data-page={page.name}>
      <PageBoundary onRetry={retry}>
        <Suspense fallback={<PageSkeleton />}>
          <Page page={page} />
        </Suspense>
      </PageBoundary>
    </div>
  );
}
