/** A module may replace the permissions of a user's roles with its own. */
import { type RawBuilder, sql } from 'kysely';
import type { Asker } from './asker.ts';

export type Rights = Omit<Asker, 'userId'>;

export interface Narrowing<T> {
  /** Queried for the row `p` of "user", as JSON. Null if the rights of the roles apply. */
  found: RawBuilder<T | null>;
  rights(found: T): Rights;
  /** Entities whose records determine it. Rights are read again when one of these changes. */
  entities: readonly string[];
}

let registered: Narrowing<unknown> | null = null;

export function registerNarrowing<T>({ found, rights, entities }: Narrowing<T>): void {
  registered = { found, entities, rights: (value) => rights(value as T) };
}

/** Returns what narrows the rights of the row `p` of "user". */
export const narrowedOf = (): RawBuilder<unknown> => registered?.found ?? sql<unknown>`null::jsonb`;

/** Returns the rights that replace those of the roles. Null if these apply. */
export const narrowRights = (found: unknown): Rights | null =>
  found === null || found === undefined || !registered ? null : registered.rights(found);

export const decidesRights = (entity: string): boolean => registered?.entities.includes(entity) ?? false;
