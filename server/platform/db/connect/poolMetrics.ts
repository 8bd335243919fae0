import { gauge } from '../../metrics.ts';
import type { Pools } from './connect.ts';

const connections = gauge('wattdeck_db_connections', 'Database connections by pool and state', [
  'pool',
  'state',
]);

export function measurePools(pools: Pools): void {
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    connections.set({ pool, state: 'busy' }, totalCount - idleCount);
    connections.set({ pool, state: 'idle' }, idleCount);
    connections.set({ pool, state: 'waiting' }, waitingCount);
  }
}
