/** Stores the status of the channels of this process. The version and the history of a channel do not change. */
import { sql } from 'kysely';
import type { Services } from '../../engine/context.ts';
import type { Fault } from './faults.ts';

export interface ReaderStatus {
  /** Epoch milliseconds. Null if nothing has been read. */
  lastRead: number | null;
  /** Number of skipped reads since the last report. A read is skipped if the previous one has not finished. */
  late: number;
  fault: Fault | null;
  /** The unit of the fault. Null for a fault of the whole channel. */
  faultUnit: number | null;
}

export interface ChannelStatus extends ReaderStatus {
  tenantId: number;
  id: number;
}

type Parts = Pick<Services, 'db' | 'hub'>;

interface Changed {
  tenantId: number;
  id: number;
  turned: boolean;
}

/** Stores the status. Open pages are notified when faults appear or disappear. */
export async function writeStatus({ db, hub }: Parts, all: readonly ChannelStatus[]): Promise<void> {
  if (all.length === 0) return;
  const column = <T>(read: (one: ChannelStatus) => T): T[] => all.map(read);
  const turned = 'c.fault is distinct from u.fault or c.fault_unit is distinct from u.unit';
  const { rows } = await db.system((trx) =>
    sql<Changed>`
      with u as (
        select * from unnest(
          ${column(({ tenantId }) => tenantId)}::int4[], ${column(({ id }) => id)}::int8[],
          ${column(({ lastRead }) => lastRead)}::float8[], ${column(({ late }) => late)}::int4[],
          ${column(({ fault }) => fault)}::text[], ${column(({ faultUnit }) => faultUnit)}::int4[])
          as u(tenant_id, id, at, late, fault, unit)
      ), changes as (
        select u.*, ${sql.raw(turned)} as turned
          from u join channel c on c.tenant_id = u.tenant_id and c.id = u.id
         where ${sql.raw(turned)} or u.late > 0
            or c.last_read is distinct from coalesce(to_timestamp(u.at / 1000), c.last_read)
      )
      update channel c set
        last_read = coalesce(to_timestamp(w.at / 1000), c.last_read),
        reads_late = coalesce(c.reads_late, 0) + w.late,
        fault = w.fault, fault_unit = w.unit,
        fault_since = case when w.fault is null then null when w.turned then now() else c.fault_since end
        from changes w where c.tenant_id = w.tenant_id and c.id = w.id
      returning c.tenant_id, c.id::int4 as id, w.turned`.execute(trx),
  );
  for (const { tenantId, id } of rows.filter((row) => row.turned))
    hub.publish({ type: 'entity', entity: 'channel', tenantId, id, do: 'update' });
}

/** Deletes the faults of channels that no process reads. */
export async function clearFaults({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.system((trx) =>
    sql`update channel set fault = null, fault_unit = null, fault_since = null
      where fault is not null and (protocol <> 'modbus' or enabled is false)`.execute(trx),
  );
}
