/** The way from a record to the station that it belongs to. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/anyTable.ts';

type Site = NonNullable<EntityDefinition['site']>;

/** The definition's own word, else the field that refers to a station; null where a record has no station. */
export function siteOf(entity: EntityDefinition): Site | null {
  if (entity.site !== undefined) return entity.site;
  const [name, field] =
    Object.entries(entity.schema.properties ?? {}).find(([, one]) => one['x-ref'] === 'station') ?? [];
  if (name === undefined) return null;
  const key = field?.['x-refKey'] ?? 'id';
  return key === 'sn' ? name : { field: name, of: 'station', key };
}

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
