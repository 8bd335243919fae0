/** Caches the enabled automations of each tenant, so that most writes need no query. */
import { LRUCache } from 'lru-cache';
import type { Trx } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import { type Automation, openAutomation, type StoredAutomation } from './automation.ts';

const MAX_TENANTS = 10_000;

/** Reads automations with their drawings. */
export const selectAutomations = (trx: Trx, tenantId: number) =>
  trx
    .selectFrom('automation as a')
    .innerJoin('automationDrawing as d', (join) =>
      join.onRef('d.tenantId', '=', 'a.tenantId').onRef('d.automationId', '=', 'a.id'),
    )
    .where('a.tenantId', '=', tenantId)
    .select(['a.id', 'a.name', 'a.ownerId', 'a.state', 'd.drawing']);

export interface Memory {
  /** Undefined if the tenant has not been read yet. */
  known(tenantId: number): readonly Automation[] | undefined;
  read(trx: Trx, tenantId: number): Promise<readonly Automation[]>;
}

export function createMemory(hub: Hub): Memory & { close(): void } {
  const tenants = new LRUCache<number, readonly Automation[]>({ max: MAX_TENANTS });
  let changes = 0;
  const close = hub.subscribe((event) => {
    if (event.type === 'resync' || event.type === 'definitions') tenants.clear();
    else if (event.type === 'entity' && event.entity === 'automation') tenants.delete(event.tenantId);
    else return;
    changes += 1;
  });
  return {
    close,
    known: (tenantId) => tenants.get(tenantId),
    async read(trx, tenantId) {
      const known = tenants.get(tenantId);
      if (known) return known;
      const before = changes;
      const rows: StoredAutomation[] = await selectAutomations(trx, tenantId)
        .where('a.state', '=', 'on')
        .orderBy('a.id')
        .execute();
      const read = rows.map(openAutomation);
      // An automation changed during this read, so the result may be outdated and is not cached.
      if (changes === before) tenants.set(tenantId, read);
      return read;
    },
  };
}
