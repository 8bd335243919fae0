import type { EntityDefinition } from '../../../generated/definition.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

/** Returns the address of a record on the detail page of its list. Null if the entity has no list page. */
export function recordLink(entity: string, id: number): string | null {
  const page = listPageOf(entity);
  return page ? `${page.route}/${id}` : null;
}

/** Returns the address of a record. For a child record without a list page, returns the address of its parent. */
export function placeOfRecord({ name, of, schema }: EntityDefinition, record: Row): string | null {
  const own = recordLink(name, Number(record.id));
  const { 'x-ref': above, 'x-refKey': key } = (of && schema.properties?.[of.field]) ?? {};
  if (own !== null || !of || above === undefined || key !== undefined) return own;
  return recordLink(above, Number(record[of.field]));
}
