import type { PageDefinition } from '../../../generated/definition.ts';

/** The component of a page receives its definition. */
export interface PageProps {
  page: PageDefinition;
}

/** A matched route passes its page to the shell. */
export type PageHandle = PageProps;
