/** The page of a record. It exists below every list, without its own definition. */
import type { PageDefinition } from '../../../generated/definition.ts';

const SUFFIX = '/:recordId';

/** Returns the page that shows one record of a list. Null if the page is not a list. */
export function recordPageOf(page: PageDefinition): PageDefinition | null {
  if (page.kind !== 'list' || page.route.includes(':')) return null;
  const { title, entity, permission, tenants } = page;
  const name = `${page.name}Record`;
  return { name, route: page.route + SUFFIX, title, kind: 'detail', entity, permission, tenants };
}

/** Returns the address of the list for a record's page. */
export const listRecordPage = ({ route }: PageDefinition): string => route.slice(0, -SUFFIX.length);

/** Returns the record id in the address, or 0 without one. No record has the id 0. */
export function readRecordId(pathname: string): number {
  const last = pathname.split('/').pop() ?? '';
  return /^\d{1,15}$/.test(last) ? Number(last) : 0;
}
