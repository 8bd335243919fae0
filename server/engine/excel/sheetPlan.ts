/** Defines the content of an export's sheet, and its default columns. */
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { AnyTrx, Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';

export type ExportContext = Pick<CallContext, 'db' | 'session' | 'lang' | 'vault'> & { zone: string };

/** The records of a sheet, with these of their fields. */
export interface SheetPlan {
  entity: Entity;
  names: readonly string[];
  rows: (trx: AnyTrx) => RawBuilder<Row>;
  /** Computes sums of its records. Null if there are no sums. */
  sums: ((trx: AnyTrx) => Promise<SumOf[]>) | null;
}

/** A sum of a field, for one currency if it has one. */
export interface SumOf {
  field: string;
  currency: string | null;
  sum: number;
}

/** Returns everything that this user may read, in the order of the definition. */
export function namesUsual(entity: Entity, readable: ReadonlySet<string>): string[] {
  const shown = [...readable].filter((name) => {
    const field = entity.schema.properties?.[name];
    return field && field['x-control'] !== 'hidden';
  });
  return [...shown, 'createdAt', 'updatedAt'];
}

/** Adds the column of its currency before an amount, which has no meaning without it. */
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

/** The selected records, before their columns are chosen. */
export type Selected = (trx: AnyTrx) => SelectQueryBuilder<Record<string, Row>, string, object>;
