/** Handles deletions: deleted records leave the caches, and the points of purged variables are deleted. */
import type { Database } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { Logger } from '../../../platform/log.ts';
import type { LatestValues } from '../write/latest.ts';
import { purgeVariables } from '../write/purge.ts';
import type { Catalog } from './catalog.ts';

export interface FollowParts {
  db: Database;
  hub: Hub;
  log: Logger;
  catalog: Catalog;
  latest: LatestValues;
}

export function followDeletions({ db, hub, log, catalog, latest }: FollowParts): { close(): Promise<void> } {
  let purging: Promise<void> = Promise.resolve();
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'takenBack') {
      for (const id of event.ids) latest.forget(event.tenantId, id);
      catalog.forget(event.tenantId);
    }
    if (event.type !== 'entity' || event.do !== 'purge') return;
    if (event.entity !== 'device' && event.entity !== 'deviceVariable') return;
    purging = purging
      .then(() => purgeVariables(db, latest, event.tenantId))
      .catch((error: unknown) => log.warn('telemetry could not follow a change', { error: String(error) }));
  });
  return {
    async close() {
      unsubscribe();
      await purging;
    },
  };
}
