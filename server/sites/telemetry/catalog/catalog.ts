/**
 * Caches devices and variables for the intake and the statistics. They are loaded on first use. A change removes the
 * device from the cache, and a full cache evicts the oldest device. Senders may use any name. The database is not
 * queried for names that it cannot store.
 */
import type { Database } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { TelemetryVariable } from '../types.ts';
import { createChangeLookup } from './catalogChanges.ts';
import { createDeviceReads, type DeviceReads } from './catalogDevices.ts';
import {
  type CatalogCache,
  forgetCalculated,
  forgetDevice,
  forgetReading,
  makeKept,
} from './catalogMemory.ts';
import { createRows, type DeviceEntry } from './catalogRows.ts';
import { createTokenLookup } from './catalogTokens.ts';
import { createVariableReads, type VariableReads } from './catalogVariables.ts';
import type { LatestRow } from './variableRows.ts';

export type { DeviceEntry } from './catalogRows.ts';
export type { LatestRow } from './variableRows.ts';

export interface Catalog extends DeviceReads, VariableReads {
  byToken(token: string): Promise<DeviceEntry | null>;
  /** Removes a tenant or a device from the cache. The next use reloads it. */
  forget(tenantId: number, deviceSn?: string): void;
  /** Publishes a change that this cache has already applied, so that its own event has no further effect. */
  quietly(publish: () => void): void;
  close(): void;
}

interface Options {
  db: Database;
  hub: Hub;
  /** Called with the latest values of the loaded variables. */
  onLatest?: (rows: readonly LatestRow[]) => void;
  /** Called with calculated variables that have no value because their formulas are too large. */
  onTooLarge?: (variable: TelemetryVariable) => void;
  /** Maximum number of cached variables. */
  limit?: number;
}

/** Changes of these entities affect many devices, by time zone or channel. */
const TENANT_WIDE: ReadonlySet<string> = new Set(['station', 'channel', 'collectorDevice']);

/** A variable takes about 0.4 KB. */
const MAX_VARIABLES = 2_000_000;

export function createCatalog({
  db,
  hub,
  onLatest = () => {},
  onTooLarge,
  limit = MAX_VARIABLES,
}: Options): Catalog {
  const rows = createRows(db);
  const tenants = new Map<number, CatalogCache>();
  let quiet = false;

  function storedOf(tenantId: number): CatalogCache {
    const tenant = tenants.get(tenantId) ?? makeKept();
    tenants.set(tenantId, tenant);
    return tenant;
  }

  function forget(tenantId: number, deviceSn?: string): void {
    const tenant = tenants.get(tenantId);
    if (deviceSn === undefined || !tenant) return void tenants.delete(tenantId);
    forgetReading(tenant);
    forgetDevice(tenant, deviceSn);
    forgetCalculated(tenant);
  }

  const tokens = createTokenLookup(rows);
  const lookup = createChangeLookup({ rows, forget });
  const reads = { rows, onLatest, storedOf, lookup };
  const devices = createDeviceReads(reads, limit);
  const { variables, variablesKept, calculated } = createVariableReads(reads, onTooLarge);

  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'resync') {
      tenants.clear();
      return tokens.forget();
    }
    if (event.type !== 'entity' || quiet) return;
    const { entity, tenantId } = event;
    if (TENANT_WIDE.has(entity)) return forget(tenantId);
    if (entity === 'device') {
      tokens.forget();
      // A deleted device cannot be found by its id.
      if (event.do === 'delete' || event.do === 'purge') return forget(tenantId);
    }
    const tenant = tenants.get(tenantId);
    if (tenant && (entity === 'device' || entity === 'deviceVariable'))
      lookup.note(tenant, { ...event, entity });
  });

  return {
    byDeviceSn: devices.byDeviceSn,
    async byToken(token) {
      const owner = await tokens.find(token);
      return owner && devices.byDeviceSn(owner.tenantId, owner.sn);
    },
    byName: devices.byName,
    variables,
    variablesKept,
    calculated,
    forget,
    quietly(publish) {
      quiet = true;
      try {
        publish();
      } finally {
        quiet = false;
      }
    },
    close: unsubscribe,
  };
}
