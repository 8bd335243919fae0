/** The type of a transaction determines which tables it may use. */
import type { Transaction } from 'kysely';
import type { CoreTables as WrittenTables } from '../../../generated/coreTables.ts';
import type { EntityTables } from '../../../generated/database.ts';
import type { JsonColumns } from './tables/jsonColumns.ts';

type CoreTables = WrittenTables<JsonColumns>;
export type Tables = EntityTables & CoreTables;

declare const WHOLE: unique symbol;
/** A transaction with all tables, for the engine and the platform. They must limit the rows themselves. */
export type Trx = Transaction<Tables> & { readonly [WHOLE]: true };

/**
 * A transaction of a call, without the tables of entities. Records are read through `access/scopedRecords.ts` and
 * changed through the engine. Both apply the caller's scope.
 */
export type ScopedTrx = Transaction<CoreTables>;
