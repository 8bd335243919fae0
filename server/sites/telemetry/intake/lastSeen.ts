/**
 * The time of devices' last messages, by the clock of the database. For most devices it is the time of their newest
 * values. A gateway sends only values of other devices, so its messages are recorded separately. They are recorded in
 * memory immediately, and in the database every few seconds for all gateways together.
 */
import { sql } from 'kysely';
import type { Service } from '../../../engine/context.ts';
import type { Database, ScopedTrx } from '../../../platform/db/index.ts';
import type { Logger } from '../../../platform/log.ts';
import type { TelemetryDevice } from '../types.ts';
import { int4Array } from '../write/binaryArrays.ts';

/** The time of the last message of device `d`, which is a gateway. */
export const NOTED_AT = sql<string | null>`(
  select h.heard_at from device_heard h where h.tenant_id = d.tenant_id and h.device_id = d.id)`;

/** The ids of the variables of device `d`. */
export const VARIABLE_IDS = sql<number[]>`array(
  select v.id::int4 from device_variable v where v.tenant_id = d.tenant_id and v.device_sn = d.sn)`;

/**
 * Reads the last arrival of any of these variables of a tenant, in epoch milliseconds. Variables without a value are
 * missing.
 */
export async function readLastReceived(
  trx: ScopedTrx,
  tenantId: number,
  variableIds: readonly number[],
): Promise<Map<number, number>> {
  if (variableIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; at: number }>`
    select variable_id as id, (extract(epoch from received_at) * 1000)::float8 as at from latest
     where tenant_id = ${tenantId} and variable_id = any(${int4Array(variableIds)}::int4[])`.execute(trx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

interface DeviceContact {
  notedAt: string | null;
  variableIds: readonly number[];
}

/**
 * Adds the time of the last message to a tenant's devices. Null without a message. The devices must be read with
 * `NOTED_AT` and `VARIABLE_IDS`. The newest values are read separately, because a distributed database stores them
 * elsewhere.
 */
export async function addLastReceived<D extends DeviceContact>(
  trx: ScopedTrx,
  tenantId: number,
  devices: readonly D[],
): Promise<(Omit<D, keyof DeviceContact> & { lastTime: string | null })[]> {
  const lastSeen = await readLastReceived(
    trx,
    tenantId,
    devices.flatMap(({ variableIds }) => variableIds),
  );
  return devices.map(({ notedAt, variableIds, ...device }) => {
    const times = variableIds.flatMap((id) => lastSeen.get(id) ?? []);
    const last = times.reduce(
      (latest, other) => Math.max(latest, other),
      notedAt === null ? -Infinity : Date.parse(notedAt),
    );
    return { ...device, lastTime: last === -Infinity ? null : new Date(last).toISOString() };
  });
}

/** True if the device `d` can send: a gateway, or a device with at least one measured variable. */
export const IS_RECENT = sql<boolean>`(d.gateway is true or exists (
  select from device_variable v
   where v.tenant_id = d.tenant_id and v.device_sn = d.sn and v.formula is null and v.enabled is not false))`;

export interface LastSeenNotes extends Service {
  /** Records the arrival of a message, whatever it contains. Only messages of gateways are recorded. */
  note(device: TelemetryDevice): void;
  /** Resolves when all earlier records are in the database. */
  flush(): Promise<void>;
}

const FLUSH_MS = 3_000;

interface Noted {
  tenantId: number;
  id: number;
  at: number;
}

async function storeNoted(db: Database, noted: readonly Noted[]): Promise<void> {
  const column = <T>(read: (one: Noted) => T): T[] => noted.map(read);
  const now = performance.now();
  await db.system((trx) =>
    sql`insert into device_heard as h (tenant_id, device_id, heard_at)
      select t, d, now() - age * interval '1 millisecond'
        from unnest(${column(({ tenantId }) => tenantId)}::int4[], ${column(({ id }) => id)}::int8[],
          ${column(({ at }) => now - at)}::float8[]) as u(t, d, age)
       order by t, d
      on conflict (tenant_id, device_id) do update set heard_at = greatest(h.heard_at, excluded.heard_at)`.execute(
      trx,
    ),
  );
}

export function createLastSeen({ db, log }: { db: Database; log: Logger }): LastSeenNotes {
  let noted = new Map<string, Noted>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const pending = [...noted.values()];
    noted = new Map();
    if (pending.length > 0) await storeNoted(db, pending);
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing
      .then(write)
      .catch((error) => log.warn('that gateways were heard was not noted', { error: String(error) }));
    return writing;
  }

  return {
    note({ tenantId, id, gateway, enabled }) {
      if (!gateway || !enabled) return;
      noted.set(`${tenantId}/${id}`, { tenantId, id, at: performance.now() });
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: flush,
  };
}
