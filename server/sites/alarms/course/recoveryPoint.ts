/** The time at which a value was good again, from the database: the judge of a point may have missed others. */
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { judgeValue } from '../kinds/index.ts';
import type { Condition, PointCondition, Rule } from '../types.ts';
import { allPoints } from './recentPoints.ts';

/** So much is read at a time: most values are good again soon, or the last one is not. */
const CHUNK_MS = 2 * 3_600_000;

const isJudged = (condition: Condition): condition is PointCondition => condition.kind !== 'noData';

/**
 * The time of the first good value after another and before `to`, epoch milliseconds; null: there is none. For
 * stateless rules only.
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
