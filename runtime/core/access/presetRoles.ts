/**
 * Presets name variables by roles: `["{find}", "gridPower"]`. A role is resolved to a variable of the station by device
 * type, key and unit. The first matching rule applies. A list entry with `["{each}", "pvPower"]` becomes one entry for
 * each matching variable, named after its device.
 */
import type { DashboardDocument } from '../../../generated/definition.ts';

export interface StationVariable {
  sn: string;
  code: string;
  unit: string;
  deviceSn: string;
  deviceType: string;
  deviceName?: string;
}
interface Rule {
  /** The type of the device. */
  type?: string;
  code: RegExp;
  unit?: RegExp;
}

const FIND = '{find}';
const EACH = '{each}';
const POWER = /^[kM]?W$/;
const ENERGY = /^[kM]?Wh$/;
const SUN = /^W\/m²$/;

const power = (code: RegExp, type?: string): Rule => ({ code, unit: POWER, ...(type && { type }) });
const energy = (code: RegExp, type?: string): Rule => ({ code, unit: ENERGY, ...(type && { type }) });

/**
 * The rules of each role. Energies are counters or interval values. Daily energies (`dayEnergy`) are a separate role.
 */
const ROLES: Readonly<Record<string, readonly Rule[]>> = {
  gridPower: [power(/^(active_)?power/i, 'meter'), power(/^grid_?power/i)],
  demand: [power(/demand/i, 'meter')],
  powerFactor: [{ type: 'meter', code: /power_?factor/i }],
  gridImport: [energy(/import/i, 'meter')],
  gridExport: [energy(/export/i, 'meter')],
  voltage: [{ type: 'meter', code: /^voltage/i, unit: /^k?V$/ }],
  frequency: [{ type: 'meter', code: /^freq/i, unit: /^Hz$/ }],
  pvPower: [power(/^pv_?power/i), power(/^(plant_|ac_)*power/i, 'inverter')],
  pvEnergy: [energy(/^pv_?energy/i), energy(/^(plant_|ac_)*energy/i, 'inverter')],
  inverterPower: [power(/^(plant_|ac_)*power/i, 'inverter')],
  inverterEnergy: [energy(/^(plant_|ac_)*energy/i, 'inverter')],
  pvDcPower: [power(/^dc_?power/i, 'inverter')],
  irradiance: [
    { type: 'inverter', code: /irradiance/i, unit: SUN },
    { code: /poa|global|ghi/i, unit: SUN },
  ],
  moduleTemperature: [{ type: 'inverter', code: /module_?temp/i, unit: /^°C$/ }],
  airTemperature: [{ type: 'weather', code: /^(ambient_?)?temp/i, unit: /^°C$/ }],
  batteryPower: [power(/^power$/i, 'pcs'), power(/^battery_?power/i), power(/^power/i, 'battery')],
  storageSetpoint: [power(/set_?point/i, 'pcs')],
  soc: [{ code: /^soc(_|$)/i, unit: /^%$/ }],
  soh: [{ code: /^soh(_|$)/i, unit: /^%$/ }],
  batteryVoltage: [{ type: 'battery', code: /^voltage/i, unit: /^V$/ }],
  cellTemperature: [{ type: 'battery', code: /temp.*max|^temp/i, unit: /^°C$/ }],
  cellTemperatureMin: [{ type: 'battery', code: /temp.*min/i, unit: /^°C$/ }],
  cellVoltageMax: [{ type: 'battery', code: /cell_?volt.*max/i, unit: /^m?V$/ }],
  cellVoltageMin: [{ type: 'battery', code: /cell_?volt.*min/i, unit: /^m?V$/ }],
  availableEnergy: [energy(/available/i, 'battery')],
  transformerTemperature: [{ type: 'transformer', code: /winding.*temp|temp/i, unit: /^°C$/ }],
  workMode: [{ type: 'pcs', code: /mode|state/i }],
  coolingSwitch: [{ type: 'airConditioner', code: /^power|^on|switch/i }],
  coolingSetpoint: [{ type: 'airConditioner', code: /set_?point/i, unit: /^°C$/ }],
  chargeEnergy: [energy(/(^|_)charge/i, 'pcs'), energy(/(^|_)charge/i, 'battery')],
  dischargeEnergy: [energy(/discharge/i, 'pcs'), energy(/discharge/i, 'battery')],
  loadPower: [power(/^power/i, 'load'), power(/^load_?power/i)],
  loadEnergy: [energy(/energy/i, 'load')],
};

export const PRESET_ROLES: readonly string[] = Object.keys(ROLES);

/**
 * Returns a case-insensitive pattern for the keys of all variables that these roles may match. Database queries use it
 * too.
 */
export const roleKeys = (roles: readonly string[]): string =>
  roles.flatMap((role) => (ROLES[role] ?? []).map(({ code }) => `(?:${code.source})`)).join('|');

const fits = (rule: Rule, variable: StationVariable): boolean =>
  (rule.type === undefined || rule.type === variable.deviceType) &&
  rule.code.test(variable.code) &&
  (rule.unit === undefined || rule.unit.test(variable.unit));

export function findRole(role: string, variables: readonly StationVariable[]): StationVariable | null {
  return findRoleAll(role, variables)[0] ?? null;
}

/**
 * Returns all variables that match the first rule of the role with a match, for example the power of all inverters
 * instead of the first.
 */
export function findRoleAll<V extends StationVariable>(role: string, variables: readonly V[]): V[] {
  for (const rule of (Object.hasOwn(ROLES, role) && ROLES[role]) || []) {
    const candidates = variables.filter((variable) => fits(rule, variable));
    if (candidates.length > 0) return candidates;
  }
  return [];
}

/** Returns an entry for each variable of the role. Without a role or a match, returns the entry itself. */
function entriesEach(entry: unknown, variables: readonly StationVariable[]): unknown[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [entry];
  const [name, pair] =
    Object.entries(entry).find(([, value]) => Array.isArray(value) && value[0] === EACH) ?? [];
  const all = name === undefined ? [] : findRoleAll(String(pair[1]), variables);
  const found = all.filter(({ deviceSn }, at) => all.findIndex((one) => one.deviceSn === deviceSn) === at);
  if (name === undefined || found.length === 0) return [entry];
  return found.map(({ deviceSn, sn, deviceName = deviceSn }) => ({
    ...entry,
    name: deviceName,
    [name]: [deviceSn, sn],
  }));
}

function resolveValue(value: unknown, variables: readonly StationVariable[]): unknown {
  if (Array.isArray(value)) {
    if (value[0] !== FIND)
      return value
        .flatMap((entry) => entriesEach(entry, variables))
        .map((entry) => resolveValue(entry, variables));
    const variable = findRole(String(value[1]), variables);
    // A role without a matching variable is kept. It counts as a missing variable later.
    return variable ? [variable.deviceSn, variable.sn] : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, resolveValue(property, variables)]),
  );
}

export const resolvePreset = (
  document: DashboardDocument,
  variables: readonly StationVariable[],
): DashboardDocument => ({
  ...document,
  widgets: document.widgets.map((widget) => ({
    ...widget,
    config: resolveValue(widget.config, variables) as Record<string, unknown>,
  })),
});

/** Returns whether a preset names variables by roles, and so suits any station. Other presets belong to one station. */
export const isByMeaning = ({ widgets }: DashboardDocument): boolean => {
  const text = JSON.stringify(widgets);
  return [FIND, EACH].some((word) => text.includes(`["${word}",`));
};
