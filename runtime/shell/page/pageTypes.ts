import type { PageDefinition } from '../../../generated/definition.ts';

/** Properties of a page component. */
export interface PageProps {
  page: PageDefinition;
}

/** A matched route passes its page to the shell. */
export type PageHandle = PageProps;
