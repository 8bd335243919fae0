import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import type { Service, Services } from '../context.ts';
import { extendRowActions } from '../entities/list/actions.ts';
import { periodActions } from '../records/periodActions.ts';
import { givingActions } from '../records/rowActions.ts';
import { flowActions } from '../states/rowActions.ts';
import { enforceDeadlines } from './deadlines.ts';
import { replaceAbsent } from './substitutes.ts';

const EVERY_MS = 60_000;

/**
 * Adds transitions and submission to every row. Checks time limits and absent approvers once a minute after the start.
 */
export function createApprovals(parts: Pick<Services, 'db' | 'hub' | 'vault' | 'log'>): Service {
  extendRowActions(flowActions);
  extendRowActions(givingActions);
  extendRowActions(periodActions);
  let work: LeasedWork | null = null;
  return {
    async start() {
      work = leaseEvery(parts.db, parts.log, 'approvals', EVERY_MS, async () => {
        await enforceDeadlines(parts);
        await replaceAbsent(parts);
      });
    },
    close: async () => work?.close(),
  };
}
