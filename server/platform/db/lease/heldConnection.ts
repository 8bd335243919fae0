/** Statements on a connection that the caller uses longer than for a single Kysely transaction. */
import type pg from 'pg';
import { names } from '../tables/names.ts';
import { builder, type Question } from '../tenant.ts';
import type { Trx } from '../trx.ts';

export type SessionClient = Pick<pg.ClientBase, 'query'>;

const named = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [names.camel(name), value]));

/** Returns the rows of the statement, with names in camelCase as in Kysely. */
export async function runInSession<R>(client: SessionClient, build: (trx: Trx) => Question<R>): Promise<R[]> {
  const { sql, parameters } = build(builder).compile(builder);
  const { rows } = await client.query<Record<string, unknown>>(sql, [...parameters]);
  return rows.map(named) as R[];
}
