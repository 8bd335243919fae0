import type { Database } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { ReadyPoint } from '../types.ts';
import type { FrozenPoints } from '../write/rollups/frozenHours.ts';
import { noteLooks, releaseLooks } from './looks.ts';
import type { FindLooks } from './watch.ts';

type Persist = (points: readonly ReadyPoint[]) => Promise<FrozenPoints>;

interface Parts {
  db: Database;
  hub: Hub;
  findLooks: FindLooks;
  persist: Persist;
}

/** Stores checks of falling counters before their points are written, and makes them due afterwards. */
export const watchWrites =
  ({ db, hub, findLooks, persist }: Parts): Persist =>
  async (points) => {
    const looks = findLooks(points);
    if (looks.length === 0) return persist(points);
    await noteLooks(db, looks);
    const closed = await persist(points);
    await releaseLooks(db, looks);
    hub.publish({ type: 'counters' });
    return closed;
  };
