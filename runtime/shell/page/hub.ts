import type { PageDefinition, Text } from '../../../generated/definition.ts';
import { pagesBelow } from '../../core/definitions/pages.ts';
import { pageAccess, type Visitor } from '../../kit/session/pageAccess.ts';

export interface HubGroup {
  /** The title of the group. Null for pages without a group, which are last. */
  title: Text | null;
  pages: PageDefinition[];
}

const place = ({ hub }: PageDefinition): number => hub?.order ?? Number.MAX_SAFE_INTEGER;

/** Returns the accessible pages below an address, by group and in order. */
export function hubGroups(pages: readonly PageDefinition[], route: string, visitor: Visitor): HubGroup[] {
  const below = pagesBelow(pages, route)
    .filter(
      (page) =>
        // Tabs are represented by their page.
        !pages.some(({ tabs }) => tabs?.includes(page.name)) && pageAccess(page, visitor) === 'open',
    )
    .sort((a, b) => place(a) - place(b));
  const groups = Map.groupBy(below, ({ hub }) => hub?.group.en ?? '');
  return [...groups].map(([, members]) => ({ title: members[0]?.hub?.group ?? null, pages: members }));
}
