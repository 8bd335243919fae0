/** Devices and variables are read together with the latest values of the variables. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { hashSecret } from '../../platform/secrets/vault.ts';
import type { FormulaRow } from './calculations.ts';
import type { TelemetryDevice } from './types.ts';

export type VariableEntry = FormulaRow & { enabled: boolean };

/** The newest committed value of a variable that was read. */
export interface LatestRow {
  tenantId: number;
  variableId: number;
  ts: number;
  value: number | string;
}

export interface DeviceEntry {
  device: TelemetryDevice;
  /** By telemetry key; a switched-off variable is there with `enabled: false`. */
  variables: Map<string, VariableEntry>;
}

export interface CatalogRows {
  devices: DeviceEntry[];
  latest: LatestRow[];
}

const DEFAULT_OFFLINE_AFTER = 300;

const DEVICE_COLUMNS = sql`
  d.id, d.tenant_id, d.sn, d.name, d.station_sn, d.enabled, d.auto_variables, d.gateway, d.offline_after,
  coalesce(d.time_zone, s.time_zone) AS zone, s.time_zone AS station_zone`;
const VARIABLE_COLUMNS = sql`
  v.id, v.tenant_id, v.sn, v.device_sn, v.code, v.name, coalesce(v.unit, '') AS unit, v.data_type, v.kind,
  coalesce(v.decimals, 2) AS decimals, v.min_value, v.max_value, coalesce(v.scale, 1) AS scale,
  coalesce(v."offset", 0) AS offset, coalesce(v.average, 'samples') AS average, v.roll_over,
  v.formula, coalesce(v.formula_basis, 'point') AS formula_basis, v.energy_role, coalesce(v.enabled, true) AS enabled,
  coalesce(d.offline_after, ${sql.lit(DEFAULT_OFFLINE_AFTER)}) AS offline_after, d.station_sn,
  coalesce(d.time_zone, s.time_zone) AS zone, s.time_zone AS station_zone`;
const LATEST_COLUMNS = sql`
  l.value AS latest_value, l.text AS latest_text, (extract(epoch FROM l.ts) * 1000)::float8 AS latest_ts`;
const DEVICE_STATION = sql`device d JOIN station s ON s.tenant_id = d.tenant_id AND s.sn = d.station_sn`;
const VARIABLE_TABLES = sql`
  device_variable v JOIN device d ON d.tenant_id = v.tenant_id AND d.sn = v.device_sn
  JOIN station s ON s.tenant_id = d.tenant_id AND s.sn = d.station_sn
  LEFT JOIN latest l ON l.tenant_id = v.tenant_id AND l.variable_id = v.id`;

interface DeviceRow extends Omit<TelemetryDevice, 'enabled' | 'autoVariables' | 'gateway' | 'offlineAfter'> {
  enabled: boolean | null;
  autoVariables: boolean | null;
  gateway: boolean | null;
  offlineAfter: number | null;
}

interface VariableRow extends VariableEntry {
  latestValue: number | null;
  latestText: string | null;
  latestTs: number | null;
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

/** Words that many rows have in common are kept once: a million variables have but some hundred different ones. */
export function createWords(limit = 50_000): (word: string) => string {
  const words = new Map<string, string>();
  return (word) => {
    const known = words.get(word);
    if (known !== undefined) return known;
    if (words.size >= limit) words.clear();
    words.set(word, word);
    return word;
  };
}

export function createRows(db: Database) {
  const word = createWords();

  function readVariable({ latestValue, latestText, latestTs, ...row }: VariableRow): VariableEntry {
    return {
      ...row,
      deviceSn: word(row.deviceSn),
      stationSn: word(row.stationSn),
      code: word(row.code),
      name: word(row.name),
      unit: word(row.unit),
      dataType: word(row.dataType) as VariableEntry['dataType'],
      kind: word(row.kind) as VariableEntry['kind'],
      average: word(row.average) as VariableEntry['average'],
      formulaBasis: word(row.formulaBasis) as VariableEntry['formulaBasis'],
      energyRole: row.energyRole === null ? null : word(row.energyRole),
      zone: word(row.zone),
      stationZone: word(row.stationZone),
    };
  }

  function readLatest(rows: readonly VariableRow[]): LatestRow[] {
    return rows.flatMap(({ tenantId, id, latestValue, latestText, latestTs }) => {
      const value = latestValue ?? latestText;
      if (value === null || latestTs === null) return [];
      return [{ tenantId, variableId: id, ts: latestTs, value }];
    });
  }

  const readVariables = async (
    where: RawBuilder<unknown>,
  ): Promise<{ variables: VariableEntry[]; latest: LatestRow[] }> => {
    const { rows } = await db.system((trx) =>
      sql<VariableRow>`SELECT ${VARIABLE_COLUMNS}, ${LATEST_COLUMNS} FROM ${VARIABLE_TABLES}
        WHERE ${where}`.execute(trx),
    );
    return { variables: rows.map(readVariable), latest: readLatest(rows) };
  };

  return {
    async devices(tenantId: number, sns: readonly string[]): Promise<CatalogRows> {
      const { rows } = await db.system((trx) =>
        sql<DeviceRow>`SELECT ${DEVICE_COLUMNS} FROM ${DEVICE_STATION}
          WHERE d.tenant_id = ${tenantId} AND d.sn = ANY(${sns})`.execute(trx),
      );
      const read = await readVariables(sql`v.tenant_id = ${tenantId} AND v.device_sn = ANY(${sns})`);
      const byDevice = Map.groupBy(read.variables, ({ deviceSn }) => deviceSn);
      const devices = rows.map((row) => {
        const own = byDevice.get(row.sn) ?? [];
        return { device: readDevice(row), variables: new Map(own.map((one) => [one.code, one])) };
      });
      return { devices, latest: read.latest };
    },
    variables: (tenantId: number, sns: readonly string[]) =>
      readVariables(sql`v.tenant_id = ${tenantId} AND v.sn = ANY(${sns})`),
    /** Where devices and variables stand that somebody changed; what was deleted is missing. */
    async changed(tenantId: number, deviceIds: readonly number[], variableIds: readonly number[]) {
      const { rows } = await db.pool.query<{ sn: string }>(
        `SELECT sn FROM device WHERE tenant_id = $1 AND id = ANY($2::int8[])
         UNION SELECT device_sn FROM device_variable WHERE tenant_id = $1 AND id = ANY($3::int8[])`,
        [tenantId, deviceIds, variableIds],
      );
      return rows.map(({ sn }) => sn);
    },
    /** Devices of a station by their name: one, none or several. */
    async named(tenantId: number, stationSn: string, name: string): Promise<string[]> {
      const { rows } = await db.pool.query<{ sn: string }>(
        'SELECT sn FROM device WHERE tenant_id = $1 AND station_sn = $2 AND name = $3 LIMIT 2',
        [tenantId, stationSn, name],
      );
      return rows.map(({ sn }) => sn);
    },
    async calculatedSns(tenantId: number): Promise<string[]> {
      const { rows } = await db.pool.query<{ sn: string }>(
        'SELECT sn FROM device_variable WHERE tenant_id = $1 AND formula IS NOT NULL ORDER BY sn',
        [tenantId],
      );
      return rows.map(({ sn }) => sn);
    },
    async ofToken(token: string): Promise<{ tenantId: number; sn: string } | null> {
      const { rows } = await db.pool.query<{ tenant_id: number; sn: string }>(
        'SELECT tenant_id, sn FROM device WHERE token_hash = $1',
        [hashSecret(token)],
      );
      const row = rows[0];
      return row ? { tenantId: row.tenant_id, sn: row.sn } : null;
    },
  };
}
