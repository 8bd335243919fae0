import type { EntityDefinition } from '../../../generated/definition.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

/** Returns the address of a record: the detail route of its list page. Null if it has no list page. */
export function recordLink(entity: string, id: number): string | null {
  const page = listPageOf(entity);
  return page ? `${page.route}/${id}` : null;
}

/** Returns the address of a record. A child without a list page opens the record to which it belongs. */
export function placeOfRecord({ name, of, schema }: EntityDefinition, record: Row): string | null {
  const own = recordLink(name, Number(record.id));
  const { 'x-ref': above, 'x-refKey': key } = (of && schema.properties?.[of.field]) ?? {};
  if (own !== null || !of || above === undefined || key !== undefined) return own;
  return recordLink(above, Number(record[of.field]));
}
