/** Latest values as the database has them now: after a correction, and of what another process imported. */
import type { Database } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { BAD } from './batch.ts';
import type { LatestValues } from './latest.ts';
import type { ReadyPoint } from './types.ts';
import { readLatest } from './variableRows.ts';

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
  const rows = await db.system((trx) => readLatest(trx, first.tenantId, ids));
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
