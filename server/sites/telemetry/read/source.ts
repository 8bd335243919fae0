/** Parts of statements with placeholders for tenant, variable and two times, as texts or SQL fragments. Pure. */
import { type RawBuilder, sql } from 'kysely';

/** The texts for tenant and variable (int4), and for the two times (timestamptz; `upper` is exclusive). */
export interface Source<T> {
  tenant: T;
  variable: T;
  lower: T;
  upper: T;
}

const PLACES = /\{(tenant|variable|lower|upper)\}/;

export const fillText = (text: string, source: Source<string>): string =>
  text
    .split(PLACES)
    .map((part, index) => (index % 2 === 0 ? part : source[part as keyof Source<string>]))
    .join('');

export const fillSource = (text: string, source: Source<unknown>): RawBuilder<unknown> =>
  sql.join(
    text
      .split(PLACES)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : source[part as keyof Source<unknown>])),
    sql.raw(''),
  );
