/** Reads the values for a strategy's decisions from the newest values of its devices. */
import { sql } from 'kysely';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { Services } from '../../engine/context.ts';
import type { Measured } from './decide.ts';

/** Milliseconds without a message after which a device counts as silent. */
export const SILENT_MS = 60_000;

type Role = 'deviceSn' | 'batterySn' | 'meterSn';
type Name = keyof Measured | 'voltage' | 'chargeCurrentLimit' | 'dischargeCurrentLimit';

/** Measured quantities with their device, the code of their variable, and the unit for decisions. */
const SOURCES: readonly (readonly [Name, Role, code: string, unit: string])[] = [
  ['emergencyStop', 'deviceSn', 'emergencyStop', ''],
  ['gridMode', 'deviceSn', 'gridMode', ''],
  ['power', 'deviceSn', 'power', 'kW'],
  ['grid', 'meterSn', 'power', 'kW'],
  ['soc', 'batterySn', 'soc', '%'],
  ['cellVoltageMax', 'batterySn', 'cellVoltageMax', 'V'],
  ['cellVoltageMin', 'batterySn', 'cellVoltageMin', 'V'],
  ['cellTemperatureMax', 'batterySn', 'cellTemperatureMax', '°C'],
  ['cellTemperatureMin', 'batterySn', 'cellTemperatureMin', '°C'],
  ['chargePowerLimit', 'batterySn', 'chargePowerLimit', 'kW'],
  ['dischargePowerLimit', 'batterySn', 'dischargePowerLimit', 'kW'],
  ['voltage', 'batterySn', 'voltage', 'V'],
  ['chargeCurrentLimit', 'batterySn', 'chargeCurrentLimit', 'A'],
  ['dischargeCurrentLimit', 'batterySn', 'dischargeCurrentLimit', 'A'],
];
const CODES = [...new Set(SOURCES.map(([, , code]) => code))];

/** Converts the battery management's current limits to powers, with the voltage of the battery. */
function withCurrents(found: Partial<Record<Name, number | null>>): Measured {
  const { voltage, chargeCurrentLimit, dischargeCurrentLimit, ...measured } = found;
  const powerOf = (current: number | null): number | null =>
    current === null || voltage === null || voltage === undefined ? null : (current * voltage) / 1000;
  return {
    ...measured,
    ...(chargeCurrentLimit === undefined ? {} : { chargePowerLimit: powerOf(chargeCurrentLimit) }),
    ...(dischargeCurrentLimit === undefined ? {} : { dischargePowerLimit: powerOf(dischargeCurrentLimit) }),
  };
}

/**
 * Returns the quantities for a strategy's decisions. `find` returns the value of a device by code, or undefined without
 * such a variable.
 */
export function measuredBy(
  find: (role: Role, code: string, unit: string) => number | null | undefined,
): Measured {
  const found: Partial<Record<Name, number | null>> = {};
  for (const [name, role, code, unit] of SOURCES) {
    const value = find(role, code, unit);
    if (value !== undefined) found[name] = value;
  }
  return withCurrents(found);
}

const placeOf = (device: string, code: string): string => `${device} ${code}`;

type Parts = Pick<Services, 'db' | 'telemetry'>;

/** The measuring devices of a record. */
export interface MeasuredDevices {
  id: number;
  deviceSn: string;
  batterySn: string;
  meterSn: string | null;
}

/**
 * Reads the values of a tenant's devices at a time, by device and code. Null if a device has been silent for too long.
 */
async function readValues(
  { db, telemetry }: Parts,
  tenantId: number,
  devices: readonly string[],
  now: number,
  silentMs: number,
): Promise<Map<string, { value: number | null; unit: string }>> {
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ sn: string }>`
      select sn from device_variable
       where device_sn = any(${[...devices]}::text[]) and code = any(${CODES}::text[]) and enabled is not false`.execute(
      trx,
    ),
  );
  const variables = await telemetry.variables(
    tenantId,
    rows.map(({ sn }) => sn),
  );
  const readings = telemetry.latest(variables);
  return new Map(
    variables.map(({ deviceSn, code, unit }, index) => {
      const { data, ts } = readings[index]!;
      const isRecent = typeof ts === 'string' && now - Date.parse(ts) <= silentMs;
      const value = isRecent && typeof data !== 'string' && data !== null ? Number(data) : null;
      return [placeOf(deviceSn, code), { value, unit }];
    }),
  );
}

/** Reads the measured quantities per strategy of a tenant, by strategy id, with the voltage of the battery. */
export async function readMeasured(
  parts: Parts,
  tenantId: number,
  rows: readonly MeasuredDevices[],
  now: number,
  silentMs = SILENT_MS,
): Promise<Map<number, { measured: Measured; voltage: number | null }>> {
  const devices = [
    ...new Set(
      rows.flatMap(({ deviceSn, batterySn, meterSn }) => [deviceSn, batterySn, meterSn ?? []].flat()),
    ),
  ];
  const values = await readValues(parts, tenantId, devices, now, silentMs);
  return new Map(
    rows.map((row) => {
      const find = (role: Role, code: string, unit: string): number | null | undefined => {
        const reading = values.get(placeOf(row[role] ?? '', code));
        if (!reading) return undefined;
        const factor = unit === '' ? 1 : unitFactor(reading.unit, unit);
        return reading.value === null || factor === null ? null : convertUnit(reading.value, factor);
      };
      return [row.id, { measured: measuredBy(find), voltage: find('batterySn', 'voltage', 'V') ?? null }];
    }),
  );
}
