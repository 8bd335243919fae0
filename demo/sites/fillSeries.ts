/** Writes the past of simulated variables, and applies the alarm rules to it. */
import type { Services } from '../../server/engine/context.ts';
import { loadRules } from '../../server/sites/alarms/rules.ts';
import { fillHistory } from '../../server/sites/telemetry/fill/index.ts';
import type { PastSeries } from '../simulator/past.ts';

type Parts = Pick<Services, 'db' | 'hub' | 'telemetry'>;

/** Returns the variables that rules of a tenant watch. */
async function findWatched({ db }: Parts, tenantId: number): Promise<Set<string>> {
  const rules = await db.system((trx) => loadRules(trx, tenantId));
  return new Set(rules.flatMap(({ rule }) => rule.watches));
}

/** Writes series by the numbers (sn) of the variables. It omits variables that were deleted or already have values. */
export const fillSeries =
  (parts: Parts) =>
  async (tenantId: number, series: ReadonlyMap<string, PastSeries>): Promise<void> => {
    const variables = await parts.telemetry.variables(tenantId, [...series.keys()]);
    const histories = variables.flatMap((variable) => {
      const past = series.get(variable.sn);
      return past ? [{ variable, ...past }] : [];
    });
    await fillHistory(parts, tenantId, histories, await findWatched(parts, tenantId));
  };
