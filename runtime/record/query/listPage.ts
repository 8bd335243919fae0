import type { PageDefinition } from '../../../generated/definition.ts';

/** The list of an entity, if there is a page of it that the visitor may open. */
export function listPage(
  pages: readonly PageDefinition[],
  entity: string,
  may: (page: PageDefinition) => boolean,
): PageDefinition | null {
  return pages.find((page) => page.kind === 'list' && page.entity === entity && may(page)) ?? null;
}
