/** The catalogue keeps each tenant apart, so that a part of it can be forgotten. Nothing here waits. */

import type { DeviceEntry } from './catalogRows.ts';
import type { Calculated, TelemetryVariable } from './types.ts';
import type { VariableEntry } from './variableRows.ts';

export interface Kept {
  devices: Map<string, Promise<DeviceEntry | null>>;
  entries: Map<string, DeviceEntry>;
  bySn: Map<string, TelemetryVariable>;
  /** In which device a variable is kept. */
  deviceOf: Map<number, string>;
  named: Map<string, Promise<readonly string[]>>;
  calculated: Promise<readonly Calculated[]> | null;
  /** Variables that were asked for one by one, before their device was. */
  loose: Map<string, string>;
  /** Devices that are being read, and a count of changes: what was read before the last one is not kept. */
  loading: Set<string>;
  changes: number;
  /** Calculated variables that were asked for: a change of any variable can change what they are. */
  calculatedSns: Set<string>;
  /** Variables in `entries`. */
  size: number;
}

export const makeKept = (): Kept => ({
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

export function keepVariable(kept: Kept, variable: TelemetryVariable, isLoose = true): void {
  kept.bySn.set(variable.sn, variable);
  if (isLoose) kept.loose.set(variable.sn, variable.deviceSn);
  else kept.loose.delete(variable.sn);
  kept.deviceOf.set(variable.id, variable.deviceSn);
  if (variable.formula !== null) kept.calculatedSns.add(variable.sn);
}

export function keepDevice(kept: Kept, entry: DeviceEntry): void {
  kept.entries.set(entry.device.sn, entry);
  kept.size += entry.variables.size;
  for (const variable of entry.variables.values()) {
    // The parts of a calculated variable are read with it, when it is asked for by its number.
    if (variable.formula === null) keepVariable(kept, variable, false);
    else kept.deviceOf.set(variable.id, variable.deviceSn);
  }
}

/** Something changed: what is being read meanwhile may be older than that. */
export function forgetReading(kept: Kept): void {
  kept.changes += 1;
  for (const sn of kept.loading) kept.devices.delete(sn);
  kept.loading.clear();
}

export function forgetCalculated(kept: Kept): void {
  kept.calculated = null;
  for (const sn of kept.calculatedSns) kept.bySn.delete(sn);
  kept.calculatedSns.clear();
}

export function forgetDevice(kept: Kept, deviceSn: string): void {
  kept.devices.delete(deviceSn);
  kept.named.clear();
  const entry = kept.entries.get(deviceSn);
  for (const [sn, device] of kept.loose) {
    if (device !== deviceSn) continue;
    kept.loose.delete(sn);
    kept.bySn.delete(sn);
  }
  if (!entry) return;
  kept.entries.delete(deviceSn);
  kept.size -= entry.variables.size;
  for (const variable of entry.variables.values() as Iterable<VariableEntry>) {
    kept.bySn.delete(variable.sn);
    kept.deviceOf.delete(variable.id);
  }
}
