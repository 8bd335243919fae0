/** A module may replace the permissions of a person's roles with its own. */
import { type RawBuilder, sql } from 'kysely';
import type { Asker } from './asker.ts';

export type Rights = Omit<Asker, 'userId'>;

export interface Narrowing<T> {
  /** Looked up for the row `p` of "user", as JSON; null where the rights of the roles hold. */
  found: RawBuilder<T | null>;
  rights(found: T): Rights;
  /** Entities whose records decide it: rights are read again when one of them changes. */
  entities: readonly string[];
}

let registered: Narrowing<unknown> | null = null;

export function registerNarrowing<T>({ found, rights, entities }: Narrowing<T>): void {
  registered = { found, entities, rights: (value) => rights(value as T) };
}

/** Finds for the row `p` of "user" by which its rights are narrowed. */
export const narrowedOf = (): RawBuilder<unknown> => registered?.found ?? sql<unknown>`null::jsonb`;

/** The rights in place of those of the roles; null where these hold. */
export const narrowRights = (found: unknown): Rights | null =>
  found === null || found === undefined || !registered ? null : registered.rights(found);

export const decidesRights = (entity: string): boolean => registered?.entities.includes(entity) ?? false;
