/** Versions of a record. Those of one family share `familyId`. A single version has none yet. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** The action that makes the next version of a released record. */
export const NEXT_VERSION = 'nextVersion';

/** The versions that lists show: the released one of each family, or the latest. */
export const CURRENT_VERSIONS = { current: true } as const;

/** Returns the id of the first version, which names the family. */
export const familyOf = (record: Values): number => Number(record.familyId ?? record.id);

/** Returns whether a record has other versions. */
export const hasVersions = ({ versions }: Pick<EntityDefinition, 'versions'>, record: Values): boolean =>
  versions !== undefined && record.familyId !== null && record.familyId !== undefined;
