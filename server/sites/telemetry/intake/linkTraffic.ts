/**
 * Counts the stored points per channel and collector, in memory. The counts are written to the database every few
 * seconds, for all channels together.
 */
import { sql } from 'kysely';
import type { Service } from '../../../engine/context.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ReadyPoint } from '../types.ts';

export interface LinkTraffic extends Service {
  /** Counts stored points. Imported points are not counted, because no device has sent them now. */
  note(points: readonly ReadyPoint[]): void;
  /** Resolves when all earlier counts are in the database. */
  flush(): Promise<void>;
}

const FLUSH_MS = 3_000;

interface Counted {
  tenantId: number;
  entity: 'channel' | 'collectorDevice';
  id: number;
  at: number;
  points: number;
}

async function storeTraffic(db: Database, counted: readonly Counted[]): Promise<void> {
  const column = <T>(read: (one: Counted) => T): T[] => counted.map(read);
  const now = performance.now();
  await db.system((trx) =>
    sql`insert into link_heard as h (tenant_id, entity, record_id, heard_at, minute, points)
      select t, e, r, now() - age * interval '1 millisecond',
             date_trunc('minute', now() - age * interval '1 millisecond'), n
        from unnest(${column(({ tenantId }) => tenantId)}::int4[], ${column(({ entity }) => entity)}::text[],
          ${column(({ id }) => id)}::int8[], ${column(({ at }) => now - at)}::float8[],
          ${column(({ points }) => points)}::int8[]) as u(t, e, r, age, n)
       order by t, e, r
      on conflict (tenant_id, entity, record_id) do update set
        heard_at = greatest(h.heard_at, excluded.heard_at),
        before = case when excluded.minute <= h.minute then h.before
          when excluded.minute = h.minute + interval '1 minute' then h.points else 0 end,
        points = case when excluded.minute <= h.minute then h.points + excluded.points else excluded.points end,
        minute = greatest(h.minute, excluded.minute)`.execute(trx),
  );
}

export function createLinkTraffic({ db, log }: { db: Database; log: Logger }): LinkTraffic {
  let counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const pending = [...counted.values()];
    counted = new Map();
    if (pending.length > 0) await storeTraffic(db, pending);
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing
      .then(write)
      .catch((error) => log.warn('that channels were heard was not noted', { error: String(error) }));
    return writing;
  }

  function countedOf(tenantId: number, entity: Counted['entity'], id: number): Counted {
    const key = `${entity} ${tenantId}/${id}`;
    const known = counted.get(key) ?? { tenantId, entity, id, at: 0, points: 0 };
    known.at = performance.now();
    counted.set(key, known);
    return known;
  }

  /** Points of one sender arrive together, so the previous counter is mostly the right one. */
  function noteBy(
    entity: Counted['entity'],
    points: readonly ReadyPoint[],
    idOf: (variable: ReadyPoint['variable']) => number | null | undefined,
  ): void {
    let last: Counted | null = null;
    for (const { variable, quiet } of points) {
      const id = idOf(variable);
      if (quiet || !id) continue;
      const { tenantId } = variable;
      if (last?.id !== id || last.tenantId !== tenantId) last = countedOf(tenantId, entity, id);
      last.points += 1;
    }
  }

  return {
    note(points) {
      noteBy('channel', points, ({ channelId }) => channelId);
      noteBy('collectorDevice', points, ({ collectorId }) => collectorId);
      if (counted.size > 0) timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: flush,
  };
}
