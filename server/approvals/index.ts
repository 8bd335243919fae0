import type { Service, Services } from '../context.ts';
import { rowActions_extend } from '../entities/actions.ts';
import { type LeasedWork, lease_every } from '../jobs/lease.ts';
import { flow_actions } from '../states/rowActions.ts';
import { absent_run } from './absent.ts';
import { late_run } from './late.ts';

const EVERY_MS = 60_000;

/** Offers moves and submission on every row; started, looks after time limits and approvers who left once a minute. */
export function createApprovals(parts: Pick<Services, 'db' | 'hub' | 'log'>): Service {
  rowActions_extend(flow_actions);
  let work: LeasedWork | null = null;
  return {
    async start() {
      work = lease_every(parts.db, parts.log, 'approvals', EVERY_MS, async () => {
        await late_run(parts);
        await absent_run(parts);
      });
    },
    close: async () => work?.close(),
  };
}
