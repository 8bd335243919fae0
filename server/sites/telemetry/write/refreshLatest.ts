/** Reloads latest values from the database after a correction or an import by another process. */
import type { Database } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import { readLatest } from '../catalog/variableRows.ts';
import type { ReadyPoint } from '../types.ts';
import { BAD } from './batch.ts';
import type { LatestValues } from './latest.ts';

/** Maximum number of names in a message between processes. */
const NAMES = 50;

type Variable = Pick<ReadyPoint['variable'], 'tenantId' | 'id'>;

/** Reloads the newest values of a tenant's variables, if they are cached here. */
export async function readLatestAgain(
  db: Database,
  latest: LatestValues,
  variables: readonly Variable[],
): Promise<void> {
  const readable = variables.flatMap(({ tenantId, id }) => {
    const ts = latest.get(tenantId, id)?.ts;
    return ts === undefined ? [] : [{ tenantId, variableId: id, ts }];
  });
  const [first] = readable;
  if (!first) return;
  const ids = readable.map(({ variableId }) => variableId);
  const rows = await db.system((trx) => readLatest(trx, first.tenantId, ids));
  const stored = new Map(rows.map((row) => [row.variableId, row]));
  for (const { ts, ...key } of readable) latest.replace(key, ts, stored.get(key.variableId));
}

/** Lists the committed points that mark the newest value of their variable as bad. */
export const listCorrected = (latest: LatestValues, points: readonly ReadyPoint[]): ReadyPoint[] =>
  points.filter(
    ({ variable, ts, quality }) => quality >= BAD && latest.get(variable.tenantId, variable.id)?.ts === ts,
  );

/** Makes other processes reload the newest values of these variables. */
export function tellLatest(hub: Hub, points: readonly ReadyPoint[]): void {
  for (const [tenantId, tenantPoints] of Map.groupBy(points, ({ variable }) => variable.tenantId)) {
    const sns = [...new Set(tenantPoints.map(({ variable: { sn } }) => sn))];
    for (let start = 0; start < sns.length; start += NAMES)
      hub.publish({ type: 'latest', tenantId, sns: sns.slice(start, start + NAMES) });
  }
}
