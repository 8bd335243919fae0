/** Devices and variables as the ways in and the statistics need them: read when first asked for, kept until they change. */
import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import type { Hub } from '../live/hub.ts';
import type { TelemetryDevice, TelemetryVariable } from './types.ts';

export interface DeviceEntry {
  device: TelemetryDevice;
  /** By telemetry key; a switched-off variable is there with `enabled: false`. */
  variables: Map<string, TelemetryVariable & { enabled: boolean }>;
}

export interface Catalog {
  byToken(token: string): Promise<DeviceEntry | null>;
  byDeviceSn(tenantId: number, sn: string): Promise<DeviceEntry | null>;
  /** In the order asked for; unknown ones (also another tenant's) are missing. */
  variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  /** Forgets what is known of a tenant; the next use reads anew. */
  forget(tenantId: number): void;
  close(): void;
}

type VariableEntry = TelemetryVariable & { enabled: boolean };

const WRONG_TOKEN_MS = 5_000;
const WRONG_TOKEN_LIMIT = 10_000;
const DEFAULT_OFFLINE_AFTER = 300;

const DEVICE_COLUMNS = sql`
  d.id, d.tenant_id, d.sn, d.name, d.station_sn, d.enabled, d.auto_variables, d.offline_after,
  coalesce(d.time_zone, s.time_zone) AS zone, s.time_zone AS station_zone`;
const VARIABLE_COLUMNS = sql`
  v.id, v.tenant_id, v.sn, v.device_sn, v.code, v.name, coalesce(v.unit, '') AS unit, v.data_type, v.kind,
  coalesce(v.decimals, 2) AS decimals, v.min_value, v.max_value, coalesce(v.scale, 1) AS scale,
  coalesce(v."offset", 0) AS offset, v.energy_role, coalesce(v.enabled, true) AS enabled,
  coalesce(d.offline_after, ${sql.lit(DEFAULT_OFFLINE_AFTER)}) AS offline_after, d.station_sn,
  coalesce(d.time_zone, s.time_zone) AS zone, s.time_zone AS station_zone`;
const DEVICE_STATION = sql`device d JOIN station s ON s.tenant_id = d.tenant_id AND s.sn = d.station_sn`;
const VARIABLE_TABLES = sql`
  device_variable v JOIN device d ON d.tenant_id = v.tenant_id AND d.sn = v.device_sn
  JOIN station s ON s.tenant_id = d.tenant_id AND s.sn = d.station_sn`;

interface DeviceRow extends Omit<TelemetryDevice, 'enabled' | 'autoVariables' | 'offlineAfter'> {
  enabled: boolean | null;
  autoVariables: boolean | null;
  offlineAfter: number | null;
}

function device_read(row: DeviceRow): TelemetryDevice {
  return {
    ...row,
    enabled: row.enabled ?? true,
    autoVariables: row.autoVariables ?? true,
    offlineAfter: row.offlineAfter ?? DEFAULT_OFFLINE_AFTER,
  };
}

/** A promise that is shared by everybody who asks meanwhile, and forgotten when it fails. */
function shared<T>(map: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = map.get(key);
  if (known) return known;
  const made = load();
  map.set(key, made);
  made.catch(() => {
    if (map.get(key) === made) map.delete(key);
  });
  return made;
}

export function createCatalog({ db, hub }: { db: Database; hub: Hub }): Catalog {
  const tenantOfToken = new Map<string, { tenantId: number; sn: string }>();
  const wrongTokens = new Map<string, number>();
  /** One map a tenant, thrown away as a whole when anything of the tenant's devices changes. */
  const devices = new Map<number, Map<string, Promise<DeviceEntry | null>>>();
  const bySn = new Map<number, Map<string, VariableEntry>>();
  /** Counts changes of devices: what was read before the last one is not kept. */
  let changes = 0;

  const of = <V>(maps: Map<number, Map<string, V>>, tenantId: number): Map<string, V> => {
    const known = maps.get(tenantId) ?? new Map<string, V>();
    maps.set(tenantId, known);
    return known;
  };

  function forget(tenantId: number): void {
    devices.delete(tenantId);
    bySn.delete(tenantId);
  }

  function all_forget(): void {
    devices.clear();
    bySn.clear();
    wrongTokens.clear();
    tenantOfToken.clear();
  }

  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'resync') return all_forget();
    if (event.type !== 'entity') return;
    if (event.entity === 'device') {
      changes += 1;
      wrongTokens.clear();
      tenantOfToken.clear();
    }
    if (['device', 'deviceVariable', 'station'].includes(event.entity)) forget(event.tenantId);
  });

  async function device_load(tenantId: number, sn: string): Promise<DeviceEntry | null> {
    return db.system(async (trx) => {
      const found = await sql<DeviceRow>`SELECT ${DEVICE_COLUMNS} FROM ${DEVICE_STATION}
        WHERE d.tenant_id = ${tenantId} AND d.sn = ${sn}`.execute(trx);
      const row = found.rows[0];
      if (!row) return null;
      const { rows } = await sql<VariableEntry>`SELECT ${VARIABLE_COLUMNS} FROM ${VARIABLE_TABLES}
        WHERE v.tenant_id = ${tenantId} AND v.device_sn = ${sn}`.execute(trx);
      return { device: device_read(row), variables: new Map(rows.map((one) => [one.code, one])) };
    });
  }

  const byDeviceSn = (tenantId: number, sn: string): Promise<DeviceEntry | null> =>
    shared(of(devices, tenantId), sn, () => device_load(tenantId, sn));

  async function token_find(token: string): Promise<{ tenantId: number; sn: string } | null> {
    const known = tenantOfToken.get(token);
    if (known) return known;
    if ((wrongTokens.get(token) ?? 0) > Date.now()) return null;
    const before = changes;
    const { rows } = await db.pool.query<{ tenant_id: number; sn: string }>(
      'SELECT tenant_id, sn FROM device WHERE token = $1',
      [token],
    );
    const row = rows[0];
    if (!row) {
      if (before !== changes) return null;
      if (wrongTokens.size >= WRONG_TOKEN_LIMIT) wrongTokens.clear();
      wrongTokens.set(token, Date.now() + WRONG_TOKEN_MS);
      return null;
    }
    const found = { tenantId: row.tenant_id, sn: row.sn };
    if (before === changes) tenantOfToken.set(token, found);
    return found;
  }

  return {
    byDeviceSn,
    async byToken(token) {
      const found = await token_find(token);
      return found && byDeviceSn(found.tenantId, found.sn);
    },
    async variables(tenantId, sns) {
      const known = of(bySn, tenantId);
      const missing = [...new Set(sns)].filter((sn) => !known.has(sn));
      if (missing.length > 0) {
        const { rows } = await db.system((trx) =>
          sql<VariableEntry>`SELECT ${VARIABLE_COLUMNS} FROM ${VARIABLE_TABLES}
            WHERE v.tenant_id = ${tenantId} AND v.sn = ANY(${missing})`.execute(trx),
        );
        for (const row of rows) known.set(row.sn, row);
      }
      return sns.flatMap((sn) => known.get(sn) ?? []);
    },
    forget,
    close: unsubscribe,
  };
}
