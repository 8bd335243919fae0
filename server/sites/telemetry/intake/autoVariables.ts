/** Creates variables for values that a device or an import sends. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { createBatchLoader } from '../catalog/batchLoader.ts';
import type { DataType, VariableKind } from '../types.ts';
import { unitOfName } from './unitOfName.ts';

export const MAX_VARIABLES = 500;
const MAX_KEY = 80;
const MAX_SN = 100;
/**
 * Matches characters that a variable's sn must not contain, because it is used in comma-separated lists and in URLs.
 */
const SN_FORBIDDEN = /[^\p{L}\p{N}_.:()+@~-]/gu;
/**
 * Excludes control characters, separators other than the space, unassigned characters, and halves of surrogate pairs.
 */
const KEY = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

export interface NewVariable {
  code: string;
  name: string;
  dataType: DataType;
  unit?: string;
  kind?: VariableKind;
  decimals?: number;
  scale?: number;
  energyRole?: string;
}

export function isKeyValid(key: string): boolean {
  return key.length > 0 && key.length <= MAX_KEY && key.trim() === key && KEY.test(key);
}

/**
 * Returns `<device>-<key>`. A key that is too long or contains forbidden characters is shortened, with a hash as
 * suffix.
 */
export function snOfKey(deviceSn: string, key: string): string {
  const plain = `${deviceSn}-${key.replace(SN_FORBIDDEN, '_')}`;
  if (plain === `${deviceSn}-${key}` && plain.length <= MAX_SN) return plain;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${plain.slice(0, MAX_SN - hash.length - 1)}_${hash}`;
}

type VariableRow = ReturnType<typeof variableRow>;

function variableRow(deviceSn: string, variable: NewVariable) {
  const named = unitOfName(variable.code);
  const isNumber = variable.dataType === 'number';
  return {
    sn: snOfKey(deviceSn, variable.code),
    deviceSn,
    code: variable.code,
    name: variable.name,
    unit: variable.unit ?? (isNumber ? named.unit : ''),
    dataType: variable.dataType,
    kind: variable.kind ?? (isNumber ? named.kind : 'gauge'),
    decimals: variable.decimals ?? (isNumber ? named.decimals : 0),
    scale: variable.scale ?? 1,
    energyRole: variable.energyRole ?? null,
  };
}

/** The missing variables of a device. */
export interface Lacking {
  deviceSn: string;
  variables: readonly NewVariable[];
}

/** Ids of the created variables, by key. */
type Made = Map<string, number>;

/** Creates the missing variables of a device up to its limit. Returns the created variables. */
export type CreateVariables = (tenantId: number, lacking: Lacking) => Promise<Made>;

/** Maximum number of devices whose variables are created in one transaction. */
const DEVICES_AT_ONCE = 50;

/** Locks the rows of a tenant's devices and reads their keys, so that concurrent servers together respect the limit. */
async function lockCodes(
  trx: Trx,
  tenantId: number,
  sns: readonly string[],
): Promise<Map<string, Set<string>>> {
  await sql`select from device where tenant_id = ${tenantId} and sn = any(${sns}) order by id for update`.execute(
    trx,
  );
  const rows = await trx
    .selectFrom('deviceVariable')
    .select(['deviceSn', 'code'])
    .where('tenantId', '=', tenantId)
    .where('deviceSn', 'in', sns)
    .execute();
  const codes = new Map(sns.map((sn) => [sn, new Set<string>()]));
  for (const { deviceSn, code } of rows) codes.get(deviceSn)!.add(code);
  return codes;
}

/** Selects the missing variables of each device and adds them to its known keys. */
function pickMissing(
  lacking: readonly Lacking[],
  codes: ReadonlyMap<string, Set<string>>,
): { deviceSn: string; variable: NewVariable }[] {
  return lacking.flatMap(({ deviceSn, variables }) => {
    const known = codes.get(deviceSn)!;
    const missing = variables
      .filter(({ code }) => !known.has(code))
      .slice(0, Math.max(MAX_VARIABLES - known.size, 0));
    for (const { code } of missing) known.add(code);
    return missing.map((variable) => ({ deviceSn, variable }));
  });
}

/**
 * Inserts all variables in one statement with an array per column. A new device may have hundreds of variables, and a
 * new station many devices. Parsing a statement with a parameter per value would take longer than running it.
 */
async function insertVariables(
  trx: Trx,
  tenantId: number,
  missing: ReturnType<typeof pickMissing>,
): Promise<Map<string, Made>> {
  if (missing.length === 0) return new Map();
  const made = missing.map(({ deviceSn, variable }) => variableRow(deviceSn, variable));
  const listOf = <K extends keyof VariableRow>(key: K): VariableRow[K][] => made.map((row) => row[key]);
  const { rows } = await sql<{ id: number; deviceSn: string; code: string }>`
    insert into device_variable (tenant_id, sn, device_sn, code, name, unit, data_type, kind, decimals, scale, "offset",
      energy_role)
    select ${tenantId}::int4, u.sn, u.device_sn, u.code, u.name, u.unit, u.data_type, u.kind, u.decimals, u.scale, 0,
        u.energy_role
      from unnest(${listOf('sn')}::text[], ${listOf('deviceSn')}::text[], ${listOf('code')}::text[],
          ${listOf('name')}::text[], ${listOf('unit')}::text[], ${listOf('dataType')}::text[],
          ${listOf('kind')}::text[], ${listOf('decimals')}::int4[], ${listOf('scale')}::float8[],
          ${listOf('energyRole')}::text[])
        as u(sn, device_sn, code, name, unit, data_type, kind, decimals, scale, energy_role)
    on conflict do nothing
    returning id, device_sn, code`.execute(trx);
  return new Map(
    [...Map.groupBy(rows, ({ deviceSn }) => deviceSn)].map(([deviceSn, own]) => [
      deviceSn,
      new Map(own.map(({ code, id }) => [code, id])),
    ]),
  );
}

/** Creates the variables that a tenant's devices lack at the same time, in one transaction. */
export const createVariableMaker = (db: Database): CreateVariables =>
  createBatchLoader(DEVICES_AT_ONCE, (tenantId, lacking: readonly Lacking[]) =>
    db.system(async (trx) => {
      const sns = [...new Set(lacking.map(({ deviceSn }) => deviceSn))];
      const missing = pickMissing(lacking, await lockCodes(trx, tenantId, sns));
      const made = await insertVariables(trx, tenantId, missing);
      return lacking.map(({ deviceSn, variables }) => {
        const of = made.get(deviceSn);
        const own: Made = new Map();
        for (const { code } of variables) {
          const id = of?.get(code);
          if (id === undefined) continue;
          own.set(code, id);
          // Only the first message with a missing variable gets the variable in its result.
          of!.delete(code);
        }
        return own;
      });
    }),
  );
