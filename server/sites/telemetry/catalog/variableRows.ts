/**
 * Reads variables for the catalogue and their latest values. Two separate queries, because a distributed database
 * stores them in different places.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { FormulaRow } from '../calculation/calculations.ts';
import { int4Array } from '../write/binaryArrays.ts';

export type VariableEntry = FormulaRow & { enabled: boolean };

/** The newest committed value of a variable that was read. */
export interface LatestRow {
  tenantId: number;
  variableId: number;
  ts: number;
  value: number | string;
}

/** Default silence limit of a device, in seconds without a point. */
export const DEFAULT_OFFLINE_AFTER = 300;

const VARIABLE_COLUMNS = sql`
  v.id, v.tenant_id, v.sn, v.device_sn, v.code, v.name, d.name as device_name,
  coalesce(v.unit, '') as unit, v.data_type, v.kind,
  coalesce(v.decimals, 2) as decimals, v.min_value, v.max_value, coalesce(v.scale, 1) as scale,
  coalesce(v."offset", 0) as offset, coalesce(v.average, 'samples') as average, v.roll_over,
  coalesce(v.daily_reset, false) as daily_reset,
  v.formula, coalesce(v.formula_basis, 'point') as formula_basis, v.energy_role, coalesce(v.enabled, true) as enabled,
  coalesce(d.offline_after, ${sql.lit(DEFAULT_OFFLINE_AFTER)}) as offline_after, d.interval_ends, d.station_sn,
  coalesce(d.time_zone, s.time_zone) as zone, s.time_zone as station_zone,
  (select c.id from channel c where c.tenant_id = d.tenant_id and c.sn = d.channel_sn) as channel_id,
  (select c.id from collector_device c
    where c.tenant_id = d.tenant_id and c.sn = d.collector_sn) as collector_id`;
const VARIABLE_TABLES = sql`
  device_variable v join device d on d.tenant_id = v.tenant_id and d.sn = v.device_sn
  join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn`;

/**
 * Returns a function that shares equal texts of many rows. A million variables contain only some hundred different
 * texts.
 */
function createWords(limit = 50_000): (word: string) => string {
  const words = new Map<string, string>();
  return (word) => {
    const value = words.get(word);
    if (value !== undefined) return value;
    if (words.size >= limit) words.clear();
    words.set(word, word);
    return word;
  };
}

/** Returns the variable with its common texts shared by `word`. */
export function readVariable(row: VariableEntry, word: (word: string) => string): VariableEntry {
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

/** Reads the newest values of a tenant's variables. Variables without a value are missing. */
export async function readLatest(
  trx: Trx,
  tenantId: number,
  variableIds: readonly number[],
): Promise<LatestRow[]> {
  if (variableIds.length === 0) return [];
  const { rows } = await sql<{ id: number; ts: number; value: number | null; text: string | null }>`
    select variable_id as id, (extract(epoch from ts) * 1000)::float8 as ts, value, text from latest
     where tenant_id = ${tenantId} and variable_id = any(${int4Array(variableIds)}::int4[])`.execute(trx);
  return rows.flatMap(({ id, ts, value, text }) => {
    const reading = value ?? text;
    return reading === null ? [] : [{ tenantId, variableId: id, ts, value: reading }];
  });
}

interface VariableReads {
  variables: VariableEntry[];
  latest: LatestRow[];
}

/** Reads the tenant's variables `v` that match the condition. */
export type ReadVariables = (tenantId: number, where: RawBuilder<unknown>) => Promise<VariableReads>;

export function createVariableReader(db: Database): ReadVariables {
  const word = createWords();
  return (tenantId, where) =>
    db.system(async (trx) => {
      const { rows } = await sql<VariableEntry>`select ${VARIABLE_COLUMNS} from ${VARIABLE_TABLES}
        where v.tenant_id = ${tenantId} and ${where}`.execute(trx);
      const latest = await readLatest(
        trx,
        tenantId,
        rows.map(({ id }) => id),
      );
      return { variables: rows.map((row) => readVariable(row, word)), latest };
    });
}
