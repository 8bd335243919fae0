import { Suspense, useState } from 'react';
import type { PageDefinition } from '../../generated/definition.ts';
import { Splash } from '../shell/Splash.tsx';
import { useDocumentTitle } from '../shell/useDocumentTitle.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { forgetPageComponent, pageComponent } from './pageComponents.ts';

/** A page outside the shell, for anybody (V008). */
export function OpenPage({ page }: { page: PageDefinition }) {
  useDocumentTitle(page.title);
  const [, setAttempt] = useState(0);
  const Page = pageComponent(page);
  const retry = () => {
    forgetPageComponent(page);
    setAttempt((attempt) => attempt + 1);
  };
  return (
    <PageBoundary onRetry={retry}>
      <Suspense fallback={<Splash />}>
        <Page page={page} />
      </Suspense>
    </PageBoundary>
  );
}
