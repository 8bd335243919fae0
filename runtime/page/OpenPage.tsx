import type { PageDefinition } from '../../generated/definition.ts';
import { Splash } from '../shell/Splash.tsx';
import { useDocumentTitle } from '../shell/useDocumentTitle.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { pageComponent } from './pageComponents.ts';

/** A page outside the shell, for anybody (V008). */
export function OpenPage({ page }: { page: PageDefinition }) {
  useDocumentTitle(page.title);
  const Page = pageComponent(page, <Splash />);
  return (
    <PageBoundary>
      <Page page={page} />
    </PageBoundary>
  );
}
