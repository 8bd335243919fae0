import type { Database } from '../../platform/db/index.ts';
import type { SiteState } from './site.ts';

/** A simulated site's place in time, as stored. */
export interface Progress {
  anchor: number;
  state: SiteState;
}

/** Keeps the place of each simulated site. */
export interface ProgressStore {
  /** Null where there is no such station, or where it is no longer a simulated one. */
  read(tenantId: number, stationSn: string): Promise<Progress | null>;
  write(tenantId: number, stationSn: string, progress: Progress): Promise<void>;
}

export const progressIn = (db: Database): ProgressStore => ({
  read: (tenantId, stationSn) => readProgress(db, tenantId, stationSn),
  write: (tenantId, stationSn, progress) => writeProgress(db, tenantId, stationSn, progress),
});

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
