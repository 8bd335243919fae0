/** Finds the devices of changed records by id, so that only these devices leave the cache. */
import type { HubEvent } from '../../../platform/events.ts';
import { type CatalogCache, forgetCalculated, forgetDevice, forgetReading } from './catalogMemory.ts';
import type { Rows } from './catalogRows.ts';

type EntityEvent = HubEvent & { type: 'entity'; entity: 'device' | 'deviceVariable' };

export interface ChangeLookup {
  note(kept: CatalogCache, event: EntityEvent): void;
  /** Resolves when the devices of all changes of the tenant have left the cache. Undefined without changes. */
  settled(tenantId: number): Promise<void> | undefined;
}

/** Changes of a tenant whose devices are still being looked up. */
interface Unsettled {
  devices: Set<number>;
  variables: Set<number>;
  settled: Promise<void>;
}

/** Maximum number of changes that are looked up by device. */
const MANY_CHANGES = 500;

export function createChangeLookup({
  rows,
  forget,
}: {
  rows: Rows;
  forget(tenantId: number, deviceSn?: string): void;
}): ChangeLookup {
  const unsettled = new Map<number, Unsettled>();

  async function settleChanges(tenantId: number, changes: Unsettled): Promise<void> {
    // Changes that are reported in the same tick are looked up together.
    await Promise.resolve();
    while (changes.devices.size + changes.variables.size > 0) {
      const [deviceIds, variableIds] = [[...changes.devices], [...changes.variables]];
      changes.devices.clear();
      changes.variables.clear();
      if (deviceIds.length + variableIds.length > MANY_CHANGES) {
        forget(tenantId);
        continue;
      }
      const sns = await rows.changed(tenantId, deviceIds, variableIds).catch(() => null);
      if (sns === null) forget(tenantId);
      else for (const sn of sns) forget(tenantId, sn);
    }
    unsettled.delete(tenantId);
  }

  return {
    note(tenant, event) {
      const { tenantId, id, entity } = event;
      forgetReading(tenant);
      forgetCalculated(tenant);
      if (entity === 'deviceVariable') {
        const before = tenant.deviceOf.get(id);
        if (before !== undefined) forgetDevice(tenant, before);
        if (event.do === 'purge') return;
      }
      const changes = unsettled.get(tenantId) ?? {
        devices: new Set<number>(),
        variables: new Set<number>(),
        settled: Promise.resolve(),
      };
      (entity === 'device' ? changes.devices : changes.variables).add(id);
      if (unsettled.has(tenantId)) return;
      unsettled.set(tenantId, changes);
      changes.settled = settleChanges(tenantId, changes);
    },
    settled: (tenantId) => unsettled.get(tenantId)?.settled,
  };
}
