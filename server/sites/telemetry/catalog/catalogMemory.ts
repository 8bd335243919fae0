/** The catalogue's cache, with a part for each tenant that can be cleared separately. All functions are synchronous. */

import type { Calculated, TelemetryVariable } from '../types.ts';
import type { DeviceEntry } from './catalogRows.ts';
import type { VariableEntry } from './variableRows.ts';

export interface CatalogCache {
  devices: Map<string, Promise<DeviceEntry | null>>;
  entries: Map<string, DeviceEntry>;
  bySn: Map<string, TelemetryVariable>;
  /** The device whose cache entry contains the variable. */
  deviceOf: Map<number, string>;
  named: Map<string, Promise<readonly string[]>>;
  calculated: Promise<readonly Calculated[]> | null;
  /** Variables that were requested before their device was loaded. */
  loose: Map<string, string>;
  /** Devices being loaded, and a counter of changes. Rows read before the last change are not cached. */
  loading: Set<string>;
  changes: number;
  /** Requested calculated variables. A change of any variable can affect them. */
  calculatedSns: Set<string>;
  /** Number of cached variables. */
  size: number;
}

export const makeKept = (): CatalogCache => ({
  devices: new Map(),
  entries: new Map(),
  bySn: new Map(),
  deviceOf: new Map(),
  named: new Map(),
  calculated: null,
  loose: new Map(),
  loading: new Set(),
  changes: 0,
  calculatedSns: new Set(),
  size: 0,
});

export function keepVariable(tenant: CatalogCache, variable: TelemetryVariable, isLoose = true): void {
  tenant.bySn.set(variable.sn, variable);
  if (isLoose) tenant.loose.set(variable.sn, variable.deviceSn);
  else tenant.loose.delete(variable.sn);
  tenant.deviceOf.set(variable.id, variable.deviceSn);
  if (variable.formula !== null) tenant.calculatedSns.add(variable.sn);
}

export function keepDevice(tenant: CatalogCache, entry: DeviceEntry): void {
  tenant.entries.set(entry.device.sn, entry);
  tenant.size += entry.variables.size;
  for (const variable of entry.variables.values()) {
    // The inputs of a calculated variable are loaded when it is requested by its sn.
    if (variable.formula === null) keepVariable(tenant, variable, false);
    else tenant.deviceOf.set(variable.id, variable.deviceSn);
  }
}

/** Invalidates reads in progress after a change, because they may be older than the change. */
export function forgetReading(tenant: CatalogCache): void {
  tenant.changes += 1;
  for (const sn of tenant.loading) tenant.devices.delete(sn);
  tenant.loading.clear();
}

export function forgetCalculated(tenant: CatalogCache): void {
  tenant.calculated = null;
  for (const sn of tenant.calculatedSns) tenant.bySn.delete(sn);
  tenant.calculatedSns.clear();
}

export function forgetDevice(tenant: CatalogCache, deviceSn: string): void {
  tenant.devices.delete(deviceSn);
  tenant.named.clear();
  const entry = tenant.entries.get(deviceSn);
  for (const [sn, device] of tenant.loose) {
    if (device !== deviceSn) continue;
    tenant.loose.delete(sn);
    tenant.bySn.delete(sn);
  }
  if (!entry) return;
  tenant.entries.delete(deviceSn);
  tenant.size -= entry.variables.size;
  for (const variable of entry.variables.values() as Iterable<VariableEntry>) {
    tenant.bySn.delete(variable.sn);
    tenant.deviceOf.delete(variable.id);
  }
}
