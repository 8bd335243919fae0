/** Finds in the database when a value recovered. The process that evaluated a point may have missed other points. */
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { judgeValue } from '../kinds/index.ts';
import type { Condition, PointCondition, Rule } from '../types.ts';
import { allPoints } from './recentPoints.ts';

/** Length of a chunk, in ms. Most values recover within it, or not at all. */
const CHUNK_MS = 2 * 3_600_000;

const isJudged = (condition: Condition): condition is PointCondition => condition.kind !== 'noData';

/**
 * Returns the time of the first good value after `ts` and before `to`, in epoch milliseconds. Null if there is none.
 * Only for stateless rules.
 */
export async function goodAfter(trx: Trx, rule: Rule, ts: number, to = Infinity): Promise<number | null> {
  const { condition, tenantId, variableSn } = rule;
  if (!isJudged(condition)) return null;
  const variable = await trx
    .selectFrom('deviceVariable')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('sn', '=', variableSn)
    .executeTakeFirst();
  if (!variable) return null;
  const { rows } = await sql<{ id: number; last: number }>`
    select variable_id as id, (extract(epoch from ts) * 1000)::float8 as last from latest
     where tenant_id = ${tenantId} and variable_id = ${variable.id}`.execute(trx);
  const [watched] = rows;
  if (!watched) return null;
  const variables = [{ id: watched.id, sn: variableSn }];
  const end = Math.min(watched.last + 1, to);
  for (let from = ts + 1; from < end; from += CHUNK_MS) {
    const window = { from, to: Math.min(from + CHUNK_MS, end) };
    const points = await allPoints(trx, tenantId, variables, window);
    const good = points.find((point) => judgeValue(condition, {}, point, true).bad === false);
    if (good) return good.ts;
  }
  return null;
}
