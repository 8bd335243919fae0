import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';

/** Returns the address of a record: the detail route of its list page. Null if it has no list page. */
export function recordLink(entity: string, id: number): string | null {
  const page = listPageOf(entity);
  return page ? `${page.route}/${id}` : null;
}
