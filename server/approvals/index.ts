import type { Service, Services } from '../context.ts';
import { rowActions_extend } from '../entities/actions.ts';
import { flow_actions } from '../states/rowActions.ts';
import { absent_run } from './absent.ts';
import { late_run } from './late.ts';

const EVERY_MS = 60_000;

/** Offers moves and submission on every row, and once a minute looks after time limits and approvers who left. */
export function createApprovals(parts: Pick<Services, 'db' | 'hub' | 'log'>): Service {
  rowActions_extend(flow_actions);
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> = Promise.resolve();
  let busy = false;

  async function round(): Promise<void> {
    busy = true;
    try {
      await late_run(parts);
      await absent_run(parts);
    } catch (error) {
      parts.log.error('open approvals were not looked after', { error });
    } finally {
      busy = false;
    }
  }

  return {
    async start() {
      timer = setInterval(() => {
        if (!busy) running = round();
      }, EVERY_MS);
    },
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
