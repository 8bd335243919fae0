import type { Database } from '../../platform/db/index.ts';
import type { SiteState } from './site.ts';

/** A simulated site's place in time, as stored. */
export interface Progress {
  anchor: number;
  state: SiteState;
}

export async function readProgress(
  db: Database,
  tenantId: number,
  stationSn: string,
): Promise<Progress | null> {
  const { rows } = await db.pool.query<{ anchor: string; state: SiteState }>(
    `select s.anchor, s.state from simulator_state s
       join station t on t.tenant_id = s.tenant_id and t.sn = s.station_sn and t.simulated
      where s.tenant_id = $1 and s.station_sn = $2`,
    [tenantId, stationSn],
  );
  const row = rows[0];
  return row ? { anchor: Date.parse(row.anchor), state: row.state } : null;
}

export async function writeProgress(
  db: Database,
  tenantId: number,
  stationSn: string,
  { anchor, state }: Progress,
): Promise<void> {
  await db.pool.query(
    'update simulator_state set anchor = $3, state = $4 where tenant_id = $1 and station_sn = $2',
    [tenantId, stationSn, new Date(anchor), JSON.stringify(state)],
  );
}
