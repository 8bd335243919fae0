/** The EMS menu. Its entries group pages. A page belongs to the entry with the longest matching address. Pure. */
import type { PageDefinition } from '../../../generated/definition.ts';
import { isBelow } from '../../../runtime/core/definitions/pages.ts';

export interface MenuEntry {
  id: number;
  parentId: number | null;
  route: string;
}

const EMS = '/main/ems';

export const isEmsPage = ({ route }: PageDefinition): boolean => isBelow(route, EMS);

/** Returns the chosen entries with all their descendants. */
export function listOpenEntries(entries: readonly MenuEntry[], chosen: readonly number[]): Set<number> {
  const open = new Set(chosen.filter((id) => entries.some((entry) => entry.id === id)));
  const byParent = Map.groupBy(entries, ({ parentId }) => parentId);
  // The loop also visits entries that are added to the set while it runs.
  for (const id of open) for (const below of byParent.get(id) ?? []) open.add(below.id);
  return open;
}

/** Returns the entry of a page. Undefined if there is none. */
export const entryOf = (entries: readonly MenuEntry[], { route }: PageDefinition): MenuEntry | undefined =>
  entries.filter((entry) => isBelow(route, entry.route)).sort((a, b) => b.route.length - a.route.length)[0];

/** Groups the pages of EMS by whether their entry is one of these. Pages without an entry are `others`. */
export function sortPages(
  pages: readonly PageDefinition[],
  entries: readonly MenuEntry[],
  chosen: readonly number[],
): { open: PageDefinition[]; closed: PageDefinition[]; others: PageDefinition[] } {
  const ids = listOpenEntries(entries, chosen);
  const place = (page: PageDefinition) => {
    const entry = entryOf(entries, page);
    return entry === undefined ? 'others' : ids.has(entry.id) ? 'open' : 'closed';
  };
  const { open = [], closed = [], others = [] } = Object.groupBy(pages.filter(isEmsPage), place);
  return { open, closed, others };
}
