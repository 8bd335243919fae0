import { sql } from 'kysely';
import type { Database } from '../../server/platform/db/index.ts';
import type { SiteState } from './site.ts';

/** The stored progress of a simulated site. */
export interface Progress {
  anchor: number;
  state: SiteState;
}

/** Stores the progress of each simulated site. */
export interface ProgressStore {
  /** Reads the progress. Null if the station does not exist or is no longer simulated. */
  read(tenantId: number, stationSn: string): Promise<Progress | null>;
  /** Stores the progress. `live` is true once the past is complete. */
  write(tenantId: number, stationSn: string, progress: Progress, live: boolean): Promise<void>;
}

export const progressIn = (db: Database): ProgressStore => ({
  read: (tenantId, stationSn) => readProgress(db, tenantId, stationSn),
  write: (tenantId, stationSn, progress, live) => writeProgress(db, { tenantId, stationSn }, progress, live),
});

/** Marks all stations at a start as not live. A station is live again once the time since the last stop is filled. */
export async function beginFilling(db: Database): Promise<void> {
  await db.system((trx) => trx.updateTable('simulatorState').set({ liveAt: null }).execute());
}

async function readProgress(db: Database, tenantId: number, stationSn: string): Promise<Progress | null> {
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

async function writeProgress(
  db: Database,
  { tenantId, stationSn }: { tenantId: number; stationSn: string },
  { anchor, state }: Progress,
  live: boolean,
): Promise<void> {
  await db.system((trx) =>
    trx
      .updateTable('simulatorState')
      .set({ anchor: new Date(anchor).toISOString(), state: JSON.stringify(state) })
      .set({ liveAt: live ? sql`coalesce(live_at, now())` : null })
      .where('tenantId', '=', tenantId)
      .where('stationSn', '=', stationSn)
      .execute(),
  );
}
