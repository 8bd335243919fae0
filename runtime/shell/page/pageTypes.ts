import type { PageDefinition } from '../../../generated/definition.ts';

/** The component of a page is given its definition. */
export interface PageProps {
  page: PageDefinition;
}

/** A matched route gives the shell its page. */
export type PageHandle = PageProps;
