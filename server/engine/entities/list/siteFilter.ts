/** A filter for the records of one station, for lists on the pages of a station. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../../runtime/core/definitions/site.ts';
import type { Caller } from '../../access/asker.ts';
import { fieldSeen, listHiddenFields } from '../columns.ts';
import type { FilterNode } from './filter.ts';

/**
 * Returns a filter for the records of a station, including records without a station, which belong to all stations.
 * Null if the entity has no station. Throws if the caller may not see the station field. `at` is the position for that
 * error.
 */
export function siteFilter(entity: Entity, caller: Caller, stationSn: string, at: string): FilterNode | null {
  const site = siteOf(entity);
  if (site === null) return null;
  const field = typeof site === 'string' ? site : site.field;
  fieldSeen(listHiddenFields(entity, caller), field, at);
  if (typeof site === 'string') {
    const own: FilterNode = { field, type: 'string', op: 'eq', value: stationSn };
    const isRequired = entity.schema.required?.includes(field) ?? false;
    return isRequired ? own : { or: [own, { field, type: 'string', op: 'empty', value: true }] };
  }
  const target = entityRegistry.get(site.of);
  const where = target ? siteFilter(target, caller, stationSn, at) : null;
  return where && { field, type: 'string', op: 'refers', of: site.of, key: site.key, where };
}
