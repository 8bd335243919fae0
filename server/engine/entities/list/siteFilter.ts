/** The records of one station as a part of a filter: the lists below a chosen station ask for it. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../../runtime/core/definitions/site.ts';
import type { Asker } from '../../access/asker.ts';
import { fieldSeen, listHiddenFields } from '../columns.ts';
import type { FilterNode } from './filter.ts';

/**
 * Makes the filter for the records of a station and for those that belong to all stations because their own is empty.
 * It is null where records of the entity have no station. Throws where the asker may not see the field that says it,
 * which `at` names.
 */
export function siteFilter(entity: Entity, asker: Asker, stationSn: string, at: string): FilterNode | null {
  const site = siteOf(entity);
  if (site === null) return null;
  const field = typeof site === 'string' ? site : site.field;
  fieldSeen(listHiddenFields(entity, asker), field, at);
  if (typeof site === 'string') {
    const own: FilterNode = { field, type: 'string', op: 'eq', value: stationSn };
    const isRequired = entity.schema.required?.includes(field) ?? false;
    return isRequired ? own : { or: [own, { field, type: 'string', op: 'empty', value: true }] };
  }
  const target = entityRegistry.get(site.of);
  const where = target ? siteFilter(target, asker, stationSn, at) : null;
  return where && { field, type: 'string', op: 'refers', of: site.of, key: site.key, where };
}
