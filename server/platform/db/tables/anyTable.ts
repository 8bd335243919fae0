/** Tables whose columns are defined by definitions at run time. */
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
  type Transaction,
} from 'kysely';
import type { ScopedTrx } from '../trx.ts';

export type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;
export type AnyTrx = Transaction<AnyTables>;
export type AnyBuilder = ExpressionBuilder<AnyTables, string>;
/** A condition on the records of an entity. */
export type RecordCondition = (eb: AnyBuilder) => Expression<SqlBool>;

export const trxAny = (trx: ScopedTrx): AnyTrx => trx as unknown as AnyTrx;

/** Returns the condition for a query with typed tables. */
export const conditionSql = (condition: RecordCondition): Expression<SqlBool> =>
  condition(expressionBuilder<AnyTables, string>());
