/** Versions of a record share a `familyId`. A record with a single version has none. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** The action that creates the next version of a released record. */
export const NEXT_VERSION = 'nextVersion';

/** Filter for the version that lists show: the released one of each family, otherwise the latest. */
export const CURRENT_VERSIONS = { current: true } as const;

/** Returns the id of the first version, which identifies the family. */
export const familyOf = (record: Values): number => Number(record.familyId ?? record.id);

/** Returns whether records of the entity have versions. */
export const hasVersions = ({ versions }: Pick<EntityDefinition, 'versions'>, record: Values): boolean =>
  versions !== undefined && record.familyId !== null && record.familyId !== undefined;
