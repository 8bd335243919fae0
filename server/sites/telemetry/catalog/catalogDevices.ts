/** Loads devices for the catalogue and caches them up to the limit. */
import { isTextStorable } from '../../../platform/db/tables/storable.ts';
import { createBatchLoader } from './batchLoader.ts';
import type { ChangeLookup } from './catalogChanges.ts';
import { type CatalogCache, forgetDevice, keepDevice } from './catalogMemory.ts';
import type { DeviceEntry, Rows } from './catalogRows.ts';
import type { LatestRow } from './variableRows.ts';

export interface CatalogReads {
  rows: Rows;
  /** Called with the latest values of the loaded variables. */
  onLatest(rows: readonly LatestRow[]): void;
  storedOf(tenantId: number): CatalogCache;
  lookup: ChangeLookup;
}

export interface DeviceReads {
  byDeviceSn(tenantId: number, sn: string): Promise<DeviceEntry | null>;
  /** Finds a device of the station by name. Null if there is none, 'several' if the name is not unique. */
  byName(tenantId: number, stationSn: string, name: string): Promise<DeviceEntry | 'several' | null>;
}

const DEVICES_AT_ONCE = 50;

/** Evicts the oldest devices while more than `limit` variables are cached. */
function makeRoom(tenant: CatalogCache, limit: number): void {
  for (const sn of tenant.entries.keys()) {
    if (tenant.size <= limit) return;
    forgetDevice(tenant, sn);
  }
}

export function createDeviceReads(
  { rows, onLatest, storedOf, lookup }: CatalogReads,
  limit: number,
): DeviceReads {
  const loadDevices = createBatchLoader(DEVICES_AT_ONCE, async (tenantId, sns: readonly string[]) => {
    const read = await rows.devices(tenantId, sns);
    onLatest(read.latest);
    const entries = new Map(read.devices.map((entry) => [entry.device.sn, entry]));
    return sns.map((sn) => entries.get(sn) ?? null);
  });

  async function byDeviceSn(tenantId: number, sn: string): Promise<DeviceEntry | null> {
    if (!isTextStorable(sn)) return null;
    await lookup.settled(tenantId);
    const tenant = storedOf(tenantId);
    const device = tenant.devices.get(sn);
    if (device) return device;
    const loading = loadDevices(tenantId, sn);
    tenant.devices.set(sn, loading);
    tenant.loading.add(sn);
    const isCurrent = (): boolean => tenant.devices.get(sn) === loading;
    loading.then(
      (entry) => {
        if (!isCurrent()) return;
        tenant.loading.delete(sn);
        // Missing devices are not cached, because callers may request any name.
        if (!entry) return void tenant.devices.delete(sn);
        keepDevice(tenant, entry);
        makeRoom(tenant, limit);
      },
      () => void (isCurrent() && tenant.devices.delete(sn)),
    );
    return loading;
  }

  return {
    byDeviceSn,
    async byName(tenantId, stationSn, name) {
      if (!isTextStorable(name)) return null;
      await lookup.settled(tenantId);
      const { named } = storedOf(tenantId);
      const key = `${stationSn}\n${name}`;
      const reading = named.get(key) ?? rows.named(tenantId, stationSn, name);
      const sns = await reading;
      if (sns.length === 1) named.set(key, reading);
      if (sns.length > 1) return 'several';
      return sns[0] === undefined ? null : byDeviceSn(tenantId, sns[0]);
    },
  };
}
