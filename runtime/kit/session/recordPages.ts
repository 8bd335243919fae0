/** The page of one record: below every list, without a definition of its own. */
import type { PageDefinition } from '../../../generated/definition.ts';

const SUFFIX = '/:recordId';

/** The page that shows one record of a list; null where the page is no list. */
export function recordPageOf(page: PageDefinition): PageDefinition | null {
  if (page.kind !== 'list' || page.route.includes(':')) return null;
  const { title, entity, permission, tenants } = page;
  const name = `${page.name}Record`;
  return { name, route: page.route + SUFFIX, title, kind: 'detail', entity, permission, tenants };
}

/** The address of the list that a record's page belongs to. */
export const listRecordPage = ({ route }: PageDefinition): string => route.slice(0, -SUFFIX.length);

/** The record that the address names; 0, which none has, when it names no number. */
export function readRecordId(pathname: string): number {
  const last = pathname.split('/').pop() ?? '';
  return /^\d{1,15}$/.test(last) ? Number(last) : 0;
}
