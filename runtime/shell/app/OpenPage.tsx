import type { PageDefinition } from '../../../generated/definition.ts';
import { useDocumentTitle } from '../../kit/parts/useDocumentTitle.ts';
import { PageBoundary } from '../page/PageBoundary.tsx';
import { pageComponent } from '../page/pageComponents.ts';
import { Splash } from '../page/Splash.tsx';

/** A page outside the shell that does not require sign-in (V008). */
export function OpenPage({ page }: { page: PageDefinition }) {
  useDocumentTitle(page.title);
  const Page = pageComponent(page, <Splash />);
  return (
    <PageBoundary>
      <Page page={page} />
    </PageBoundary>
  );
}
