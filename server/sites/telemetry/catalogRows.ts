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
  coalesce(d.time_zone, s.time_zone) as zone, s.time_zone as station_zone`;
const VARIABLE_COLUMNS = sql`
  v.id, v.tenant_id, v.sn, v.device_sn, v.code, v.name, d.name as device_name,
  coalesce(v.unit, '') as unit, v.data_type, v.kind,
  coalesce(v.decimals, 2) as decimals, v.min_value, v.max_value, coalesce(v.scale, 1) as scale,
  coalesce(v."offset", 0) as offset, coalesce(v.average, 'samples') as average, v.roll_over,
  v.formula, coalesce(v.formula_basis, 'point') as formula_basis, v.energy_role, coalesce(v.enabled, true) as enabled,
  coalesce(d.offline_after, ${sql.lit(DEFAULT_OFFLINE_AFTER)}) as offline_after, d.station_sn,
  coalesce(d.time_zone, s.time_zone) as zone, s.time_zone as station_zone`;
const LATEST_COLUMNS = sql`
  l.value as latest_value, l.text as latest_text, (extract(epoch from l.ts) * 1000)::float8 as latest_ts`;
const DEVICE_STATION = sql`device d join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn`;
const VARIABLE_TABLES = sql`
  device_variable v join device d on d.tenant_id = v.tenant_id and d.sn = v.device_sn
  join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn
  left join latest l on l.tenant_id = v.tenant_id and l.variable_id = v.id`;

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
      deviceName: word(row.deviceName),
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
      sql<VariableRow>`select ${VARIABLE_COLUMNS}, ${LATEST_COLUMNS} from ${VARIABLE_TABLES}
        where ${where}`.execute(trx),
    );
    return { variables: rows.map(readVariable), latest: readLatest(rows) };
  };

  return {
    async devices(tenantId: number, sns: readonly string[]): Promise<CatalogRows> {
      const { rows } = await db.system((trx) =>
        sql<DeviceRow>`select ${DEVICE_COLUMNS} from ${DEVICE_STATION}
          where d.tenant_id = ${tenantId} and d.sn = any(${sns})`.execute(trx),
      );
      const read = await readVariables(sql`v.tenant_id = ${tenantId} and v.device_sn = any(${sns})`);
      const byDevice = Map.groupBy(read.variables, ({ deviceSn }) => deviceSn);
      const devices = rows.map((row) => {
        const own = byDevice.get(row.sn) ?? [];
        return { device: readDevice(row), variables: new Map(own.map((one) => [one.code, one])) };
      });
      return { devices, latest: read.latest };
    },
    variables: (tenantId: number, sns: readonly string[]) =>
      readVariables(sql`v.tenant_id = ${tenantId} and v.sn = any(${sns})`),
    /** Finds where devices and variables stand that somebody changed; deleted ones are missing. */
    async changed(tenantId: number, deviceIds: readonly number[], variableIds: readonly number[]) {
      const { rows } = await db.system((trx) =>
        sql<{ sn: string }>`
          select sn from device where tenant_id = ${tenantId} and id = any(${deviceIds}::int8[])
          union select device_sn from device_variable
           where tenant_id = ${tenantId} and id = any(${variableIds}::int8[])`.execute(trx),
      );
      return rows.map(({ sn }) => sn);
    },
    /** Devices of a station by their name: one, none or several. */
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
