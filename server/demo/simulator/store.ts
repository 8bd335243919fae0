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
  const row = await db.system((trx) =>
    trx
      .selectFrom('simulatorState as s')
      .innerJoin('station as t', (join) =>
        join.onRef('t.tenantId', '=', 's.tenantId').onRef('t.sn', '=', 's.stationSn'),
      )
      .select(['s.anchor', 's.state'])
      .where('t.simulated', '=', true)
      .where('s.tenantId', '=', tenantId)
      .where('s.stationSn', '=', stationSn)
      .executeTakeFirst(),
  );
  return row ? { anchor: Date.parse(row.anchor), state: row.state as SiteState } : null;
}

export async function writeProgress(
  db: Database,
  tenantId: number,
  stationSn: string,
  { anchor, state }: Progress,
): Promise<void> {
  await db.system((trx) =>
    trx
      .updateTable('simulatorState')
      .set({ anchor: new Date(anchor).toISOString(), state: JSON.stringify(state) })
      .where('tenantId', '=', tenantId)
      .where('stationSn', '=', stationSn)
      .execute(),
  );
}
