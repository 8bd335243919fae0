import type { Calls } from '../../generated/calls.ts';
import { comparePlan } from '../business/comparePlan.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { answerStatistic } from '../engine/statistics/index.ts';

export const tenderCalls = {
  /** Plan and actual figures cover only the records that the caller may list. */
  async bidPlanVersusActual({ query: { year, by = 'month' } }, ctx) {
    const engine = engineContext(ctx);
    const query = { by, ...(year && { from: `${year}-01-01`, to: `${year}-12-31` }) };
    const plan = await answerStatistic(engine, 'objectives', query, { kind: 'bids' });
    const actual = await answerStatistic(engine, 'bidsWon', query);
    return comparePlan(by, plan, actual);
  },
} satisfies Partial<Calls<HandlerContext>>;
