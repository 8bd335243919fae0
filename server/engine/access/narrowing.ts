/** Registers a module that may replace the permissions of a user's roles. */
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from './asker.ts';

export type Rights = Omit<Caller, 'userId'>;

export interface Narrowing<T> {
  /**
   * SQL that returns the narrowed rights for the row `p` of "user" as JSON. Null if the user's roles apply.
   */
  found: RawBuilder<T | null>;
  rights(found: T): Rights;
  /** The entities that the result depends on. Rights are read again when a record of these entities changes. */
  entities: readonly string[];
}

let registered: Narrowing<unknown> | null = null;

export function registerNarrowing<T>({ found, rights, entities }: Narrowing<T>): void {
  registered = { found, entities, rights: (value) => rights(value as T) };
}

/** Returns the subquery for the replaced rights of the row `p` of "user". */
export const narrowedOf = (): RawBuilder<unknown> => registered?.found ?? sql<unknown>`null::jsonb`;

/** Returns the rights that replace those of the roles. Null if the roles apply. */
export const narrowRights = (found: unknown): Rights | null =>
  found === null || found === undefined || !registered ? null : registered.rights(found);

export const decidesRights = (entity: string): boolean => registered?.entities.includes(entity) ?? false;
