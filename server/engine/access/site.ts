/** The records of a station, for users whose rights are limited to it. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';

/** Selects the records of these stations. Null if the entity has no station. */
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
