/** The records of a station, for those whose rights end there. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';

/** The records that belong to one of these stations; null where records of the entity have none. */
export function siteWhere(entity: EntityDefinition, stationSns: readonly string[]): RecordCondition | null {
  const site = siteOf(entity);
  if (site === null) return null;
  if (typeof site === 'string')
    return (eb) => sql<SqlBool>`${eb.ref(site)} = any(${[...stationSns]}::text[])`;
  const target = entityRegistry.get(site.of);
  const within = target && siteWhere(target, stationSns);
  if (!within) return null;
  return (eb) =>
    eb(
      eb.ref(site.field),
      'in',
      eb
        .selectFrom(site.of)
        .select(site.key)
        .where((inner) => within(inner)),
    );
}
