/** Versions of a record: those of one family share `familyId`, and a single one has none yet. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** The action that makes the next version of a released record. */
export const NEXT_VERSION = 'nextVersion';

/** The versions that lists show: the released one of each family, or the latest. */
export const CURRENT_VERSIONS = { current: true } as const;

/** The record after which the versions of a family are named: the first of them. */
export const familyOf = (record: Values): number => Number(record.familyId ?? record.id);

/** Returns whether a record has other versions beside itself. */
export const hasVersions = ({ versions }: Pick<EntityDefinition, 'versions'>, record: Values): boolean =>
  versions !== undefined && record.familyId !== null && record.familyId !== undefined;
