/** Reads the rows of the catalogue: devices with their variables, and the names to find both. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { hashSecret } from '../../../platform/secrets/vault.ts';
import type { TelemetryDevice } from '../types.ts';
import {
  createVariableReader,
  DEFAULT_OFFLINE_AFTER,
  type LatestRow,
  type VariableEntry,
} from './variableRows.ts';

export interface DeviceEntry {
  device: TelemetryDevice;
  /** By telemetry key. Disabled variables are included, with `enabled: false`. */
  variables: Map<string, VariableEntry>;
}

export interface CatalogRows {
  devices: DeviceEntry[];
  latest: LatestRow[];
}

/** True unless the device's channel is disabled. A disabled channel refuses all data of its devices. */
const CHANNEL_OPEN = sql`not exists (
  select from channel c where c.tenant_id = d.tenant_id and c.sn = d.channel_sn and c.enabled is false)`;
const DEVICE_COLUMNS = sql`
  d.id, d.tenant_id, d.sn, d.name, d.station_sn, d.enabled is not false and ${CHANNEL_OPEN} as enabled, d.auto_variables, d.gateway, d.offline_after,
  coalesce(d.time_zone, s.time_zone) as zone, s.time_zone as station_zone`;
const DEVICE_STATION = sql`device d join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn`;

interface DeviceRow extends Omit<TelemetryDevice, 'enabled' | 'autoVariables' | 'gateway' | 'offlineAfter'> {
  enabled: boolean | null;
  autoVariables: boolean | null;
  gateway: boolean | null;
  offlineAfter: number | null;
}

function readDevice(row: DeviceRow): TelemetryDevice {
  return {
    ...row,
    enabled: row.enabled ?? true,
    autoVariables: row.autoVariables ?? true,
    gateway: row.gateway ?? false,
    offlineAfter: row.offlineAfter ?? DEFAULT_OFFLINE_AFTER,
  };
}

export function createRows(db: Database) {
  const readVariables = createVariableReader(db);

  return {
    async devices(tenantId: number, sns: readonly string[]): Promise<CatalogRows> {
      const { rows } = await db.system((trx) =>
        sql<DeviceRow>`select ${DEVICE_COLUMNS} from ${DEVICE_STATION}
          where d.tenant_id = ${tenantId} and d.sn = any(${sns})`.execute(trx),
      );
      const read = await readVariables(tenantId, sql`v.device_sn = any(${sns})`);
      const byDevice = Map.groupBy(read.variables, ({ deviceSn }) => deviceSn);
      const devices = rows.map((row) => {
        const deviceVariables = byDevice.get(row.sn) ?? [];
        return {
          device: readDevice(row),
          variables: new Map(deviceVariables.map((variable) => [variable.code, variable])),
        };
      });
      return { devices, latest: read.latest };
    },
    variables: (tenantId: number, sns: readonly string[]) => readVariables(tenantId, sql`v.sn = any(${sns})`),
    /** Finds the devices of changed devices and variables. Deleted ones are missing. */
    async changed(tenantId: number, deviceIds: readonly number[], variableIds: readonly number[]) {
      const { rows } = await db.system((trx) =>
        sql<{ sn: string }>`
          select sn from device where tenant_id = ${tenantId} and id = any(${deviceIds}::int8[])
          union select device_sn from device_variable
           where tenant_id = ${tenantId} and id = any(${variableIds}::int8[])`.execute(trx),
      );
      return rows.map(({ sn }) => sn);
    },
    /** Finds devices of a station by name. There may be none, one or several. */
    async named(tenantId: number, stationSn: string, name: string): Promise<string[]> {
      const rows = await db.system((trx) =>
        trx
          .selectFrom('device')
          .select('sn')
          .where('tenantId', '=', tenantId)
          .where('stationSn', '=', stationSn)
          .where('name', '=', name)
          .limit(2)
          .execute(),
      );
      return rows.map(({ sn }) => sn);
    },
    async calculatedSns(tenantId: number): Promise<string[]> {
      const { rows } = await db.system((trx) =>
        sql<{ sn: string }>`
          select sn from device_variable where tenant_id = ${tenantId} and formula is not null order by sn`.execute(
          trx,
        ),
      );
      return rows.map(({ sn }) => sn);
    },
    async ofToken(token: string): Promise<{ tenantId: number; sn: string } | null> {
      const { rows } = await db.system((trx) =>
        sql<{ tenantId: number; sn: string }>`
          select tenant_id, sn from device where token_hash = ${hashSecret(token)}`.execute(trx),
      );
      return rows[0] ?? null;
    },
  };
}

export type Rows = ReturnType<typeof createRows>;
