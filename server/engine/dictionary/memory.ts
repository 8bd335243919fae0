/** Caches the dictionaries of tenants until they change, so that most writes need no query. */
import { LRUCache } from 'lru-cache';
import type { DictionaryDefinition } from '../../../generated/definition.ts';
import { followDefinitions } from '../../../runtime/core/definitions/registry.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import { readEditedDictionaries } from './entries.ts';

/** Maximum age in ms of cached entries, for the case of a lost notification. */
const TTL_MS = 10_000;
const MAX_TENANTS = 1_000;

type Read = typeof readEditedDictionaries;

function createMemory(hub: Hub): Read {
  const tenants = new LRUCache<number, Map<string, DictionaryDefinition>>({
    ...{ max: MAX_TENANTS, ttl: TTL_MS },
  });
  let changes = 0;
  hub.subscribe((event) => {
    if (event.type === 'resync' || event.type === 'definitions') tenants.clear();
    else if (event.type === 'entity' && event.entity === 'dict') tenants.delete(event.tenantId);
    else return;
    changes += 1;
  });
  // A dictionary of the platform was applied or undone.
  followDefinitions('dictionaries', () => {
    tenants.clear();
    changes += 1;
  });
  return async (trx, tenantId, names) => {
    const known = tenants.get(tenantId);
    const fresh = names?.filter((name) => !known?.has(name));
    if (known && fresh?.length === 0) return known;
    const before = changes;
    const read = await readEditedDictionaries(trx, tenantId, fresh);
    // A dictionary changed during this read, so the result may be outdated and is not cached.
    if (changes !== before) return new Map([...(known ?? []), ...read]);
    const cached = tenants.get(tenantId) ?? new Map<string, DictionaryDefinition>();
    for (const [name, definition] of read) cached.set(name, definition);
    if (!tenants.has(tenantId)) tenants.set(tenantId, cached);
    return new Map([...(known ?? []), ...cached]);
  };
}

const memories = new WeakMap<Hub, Read>();

/** Returns a cached reader. Only for transactions that do not change a dictionary themselves. */
export function rememberDictionaries(hub: Hub): Read {
  const known = memories.get(hub) ?? createMemory(hub);
  memories.set(hub, known);
  return known;
}
