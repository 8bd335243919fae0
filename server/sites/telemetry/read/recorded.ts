/** Returns the number of samples of variables in a window, and the share of hours with samples. */
import { sql } from 'kysely';
import { HOUR_MS, startHour } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { TelemetryVariable } from '../types.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { settleRollups } from '../write/rollups/pendingRollups.ts';
import { selectHours } from './hoursSql.ts';

export interface RecordedRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  /** Half-open window in milliseconds. */
  from: number;
  to: number;
}

export interface Recorded {
  samples: number;
  /** Share of the hours before `now` that have samples, from 0 to 1. Null if no hour has passed. */
  share: number | null;
}

const inputsOf = (variable: TelemetryVariable): readonly TelemetryVariable[] =>
  isCalculated(variable) ? variable.calculation.inputs : [variable];

/**
 * Returns the result in the order of the variables. A calculated variable has the lowest values of its
 * inputs.
 */
export async function readRecorded(
  db: Database,
  { tenantId, variables, from, to }: RecordedRequest,
  now = Date.now(),
): Promise<Recorded[]> {
  const end = Math.min(to, now);
  const ids = [...new Set(variables.flatMap(inputsOf).map(({ id }) => id))];
  if (end <= from || ids.length === 0) return variables.map(() => ({ samples: 0, share: null }));
  await settleRollups(db, tenantId, variables, end);
  const zone = variables[0]!.zone;
  const start = startHour(from, zone);
  const variable = sql.raw('v.id');
  const window = { lower: sql`to_timestamp(${start / 1000})`, upper: sql`to_timestamp(${end / 1000})` };
  const known = selectHours({ tenant: tenantId, variable, ...window }, 'n');
  const rows = await db.tenant(tenantId, (trx) =>
    runStatement(
      trx,
      sql<{ id: number; hours: number; samples: number }>`
        select v.id, count(*)::int4 as hours, sum(h.n)::float8 as samples
          from unnest(${int4Array(ids)}::int4[]) as v(id), ${known} as h group by 1`,
    ),
  );
  const hours = Math.ceil((end - start) / HOUR_MS);
  const found = new Map(rows.map((row) => [row.id, row]));
  return variables.map((variable) => {
    const inputs = inputsOf(variable).map(({ id }) => found.get(id) ?? { hours: 0, samples: 0 });
    return {
      samples: Math.min(...inputs.map(({ samples }) => samples)),
      share: Math.min(1, Math.min(...inputs.map((input) => input.hours)) / hours),
    };
  });
}
