/** Defines the content of an export sheet and its default columns. */
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { AnyTrx, Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';

export type ExportContext = Pick<CallContext, 'db' | 'session' | 'lang' | 'vault'> & { zone: string };

/** The records of a sheet and the exported fields. */
export interface SheetPlan {
  entity: Entity;
  names: readonly string[];
  rows: (trx: AnyTrx) => RawBuilder<Row>;
  /** Computes the sums of the records. Null if there are none. */
  sums: ((trx: AnyTrx) => Promise<SumOf[]>) | null;
}

/** The sum of a field, for one currency if the field has currencies. */
export interface SumOf {
  field: string;
  currency: string | null;
  sum: number;
}

/** Returns all fields that the user may read, in the order of the definition. */
export function namesUsual(entity: Entity, readable: ReadonlySet<string>): string[] {
  const shown = [...readable].filter((name) => {
    const field = entity.schema.properties?.[name];
    return field && field['x-control'] !== 'hidden';
  });
  return [...shown, 'createdAt', 'updatedAt'];
}

/** Adds the currency column before each amount, which has no meaning without its currency. */
export function withCurrencies(
  entity: Entity,
  names: readonly string[],
  readable: ReadonlySet<string>,
): string[] {
  const named = names.flatMap((name) => {
    const currency = entity.schema.properties?.[name]?.['x-currency'];
    return currency && readable.has(currency) && !names.includes(currency) ? [currency, name] : [name];
  });
  return [...new Set(named)];
}

/** The query for the selected records, before columns are chosen. */
export type Selected = (trx: AnyTrx) => SelectQueryBuilder<Record<string, Row>, string, object>;
