/** Variables that come into being because a device (or an import) sends them. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { DataType, VariableKind } from '../types.ts';
import { unitOfName } from './unitOfName.ts';

export const MAX_VARIABLES = 500;
const MAX_KEY = 80;
const MAX_SN = 100;
/** Matches characters that may not stand in a variable's number (it is written in comma lists and in addresses). */
const SN_FORBIDDEN = /[^\p{L}\p{N}_.:()+@~-]/gu;
/** No control characters, no separators other than the space, nothing unassigned, no half characters. */
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

/** `<device>-<key>`; a key that cannot stand there, or is too long, is shortened and told apart by its hash. */
export function snOfKey(deviceSn: string, key: string): string {
  const plain = `${deviceSn}-${key.replace(SN_FORBIDDEN, '_')}`;
  if (plain === `${deviceSn}-${key}` && plain.length <= MAX_SN) return plain;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${plain.slice(0, MAX_SN - hash.length - 1)}_${hash}`;
}

function variableRow(tenantId: number, deviceSn: string, variable: NewVariable) {
  const named = unitOfName(variable.code);
  const isNumber = variable.dataType === 'number';
  return {
    tenantId,
    sn: snOfKey(deviceSn, variable.code),
    deviceSn,
    code: variable.code,
    name: variable.name,
    unit: variable.unit ?? (isNumber ? named.unit : ''),
    dataType: variable.dataType,
    kind: variable.kind ?? (isNumber ? named.kind : 'gauge'),
    decimals: variable.decimals ?? (isNumber ? named.decimals : 0),
    scale: variable.scale ?? 1,
    offset: 0,
    energyRole: variable.energyRole ?? null,
  };
}

/** All of them in one statement: a new device may bring hundreds. */
async function insertVariables(
  trx: Trx,
  tenantId: number,
  deviceSn: string,
  variables: readonly NewVariable[],
): Promise<Map<string, number>> {
  if (variables.length === 0) return new Map();
  const rows = await trx
    .insertInto('deviceVariable')
    .values(variables.map((variable) => variableRow(tenantId, deviceSn, variable)))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'code'])
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/**
 * Makes the missing ones of `wanted`, up to the limit of a device; answers the ids of what was made. The
 * device's row is locked, so that several servers together keep the limit too.
 */
export async function createVariables(
  db: Database,
  tenantId: number,
  deviceSn: string,
  variables: readonly NewVariable[],
): Promise<Map<string, number>> {
  return db.system(async (trx) => {
    await sql`select id from device where tenant_id = ${tenantId} and sn = ${deviceSn} for update`.execute(
      trx,
    );
    const existing = await trx
      .selectFrom('deviceVariable')
      .select('code')
      .where('tenantId', '=', tenantId)
      .where('deviceSn', '=', deviceSn)
      .execute();
    const codes = new Set(existing.map(({ code }) => code));
    const missing = variables.filter(({ code }) => !codes.has(code));
    return insertVariables(
      trx,
      tenantId,
      deviceSn,
      missing.slice(0, Math.max(MAX_VARIABLES - codes.size, 0)),
    );
  });
}
