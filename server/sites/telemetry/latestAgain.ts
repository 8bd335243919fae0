/** Latest values as the database has them now: after a correction, and of what another process imported. */
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { BAD } from './batch.ts';
import type { LatestValues } from './latest.ts';
import type { ReadyPoint } from './types.ts';
import type { LatestRow } from './variableRows.ts';

/** So many names fit into one message between processes. */
const NAMES = 50;

type Variable = Pick<ReadyPoint['variable'], 'tenantId' | 'id'>;

/** Reads the newest values anew of those of a tenant's variables that are known here. */
export async function readLatestAgain(
  db: Database,
  latest: LatestValues,
  variables: readonly Variable[],
): Promise<void> {
  const known = variables.flatMap(({ tenantId, id }) => {
    const ts = latest.get(tenantId, id)?.ts;
    return ts === undefined ? [] : [{ tenantId, variableId: id, ts }];
  });
  const [first] = known;
  if (!first) return;
  const ids = known.map(({ variableId }) => variableId);
  const { rows } = await db.system((trx) =>
    sql<LatestRow>`
      select tenant_id, variable_id, (extract(epoch from ts) * 1000)::float8 as ts,
          coalesce(to_jsonb(value), to_jsonb(text)) as value
        from latest where tenant_id = ${first.tenantId} and variable_id = any(${ids}::int4[])
         and (value is not null or text is not null)`.execute(trx),
  );
  const found = new Map(rows.map((row) => [row.variableId, row]));
  for (const { ts, ...key } of known) latest.replace(key, ts, found.get(key.variableId));
}

/** Lists the committed points that correct the newest value of their variable to a bad one. */
export const listCorrected = (latest: LatestValues, points: readonly ReadyPoint[]): ReadyPoint[] =>
  points.filter(
    ({ variable, ts, quality }) => quality >= BAD && latest.get(variable.tenantId, variable.id)?.ts === ts,
  );

/** Other processes hear of these variables that they are to be read again. */
export function tellLatest(hub: Hub, points: readonly ReadyPoint[]): void {
  for (const [tenantId, own] of Map.groupBy(points, ({ variable }) => variable.tenantId)) {
    const sns = [...new Set(own.map(({ variable: { sn } }) => sn))];
    for (let at = 0; at < sns.length; at += NAMES)
      hub.publish({ type: 'latest', tenantId, sns: sns.slice(at, at + NAMES) });
  }
}
