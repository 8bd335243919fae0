/** Reads the last known values before the evaluated period. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { prepareFollower, valuesBefore } from '../../telemetry/calculation/calculatedRead.ts';
import { isCalculated } from '../../telemetry/calculation/calculation.ts';
import type { TelemetryVariable } from '../../telemetry/types.ts';
import { settleRollups } from '../../telemetry/write/rollups/pendingRollups.ts';
import type { Point } from '../types.ts';
import type { CalculationState } from './derivePoints.ts';
import { BAD } from './recentPoints.ts';

export interface SeedValues {
  /** The last good points of the variables, measured and calculated, oldest first. */
  points: Point[];
  /** The calculated variables with their state at that time. */
  calculations: CalculationState[];
}

/** Returns the last good text of each variable before a time. */
async function textsBefore(
  trx: Trx,
  variables: readonly TelemetryVariable[],
  moment: number,
): Promise<Point[]> {
  if (variables.length === 0) return [];
  const sns = new Map(variables.map(({ id, sn }) => [id, sn]));
  const { rows } = await sql<{ id: number; ts: number; value: string }>`
    select v.id, (extract(epoch from t.ts) * 1000)::float8 as ts, t.value
      from unnest(${[...sns.keys()]}::int4[]) as v(id), lateral (
        select ts, value from text_point where tenant_id = ${variables[0]!.tenantId} and variable_id = v.id
           and ts < ${new Date(moment).toISOString()} and quality <> ${BAD} order by ts desc limit 1) t`.execute(
    trx,
  );
  return rows.map(({ id, ts, value }) => ({ sn: sns.get(id) ?? '', ts, value }));
}

async function measuredBefore(
  trx: Trx,
  variables: readonly TelemetryVariable[],
  moment: number,
): Promise<Point[]> {
  const isText = ({ dataType }: TelemetryVariable): boolean => dataType === 'text';
  const numbers = variables.filter((variable) => !isText(variable));
  const values = await valuesBefore(trx, numbers, moment);
  const points = numbers.flatMap(({ id, sn }) => {
    const last = values.get(id);
    return last ? [{ sn, ...last }] : [];
  });
  return [...points, ...(await textsBefore(trx, variables.filter(isText), moment))];
}

/**
 * Reads the last value of each variable of a tenant before a time (epoch milliseconds), however old it is. The caller
 * must not use a connection. `read` runs a transaction that can see the values.
 */
export async function readSeedValues(
  db: Pick<Database, 'pool'>,
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  variables: readonly TelemetryVariable[],
  moment: number,
): Promise<SeedValues> {
  if (variables[0]) await settleRollups(db, variables[0].tenantId, variables, moment);
  return read(async (trx) => {
    const measured = await measuredBefore(
      trx,
      variables.filter((variable) => !isCalculated(variable)),
      moment,
    );
    const points = [...measured];
    const calculations: CalculationState[] = [];
    for (const variable of variables.filter(isCalculated)) {
      const { follower, carry } = await prepareFollower(trx, variable, moment);
      calculations.push({ variable, last: follower.last, at: carry?.ts ?? moment });
      if (carry) points.push({ sn: variable.sn, ...carry });
    }
    return { points: points.sort((first, other) => first.ts - other.ts), calculations };
  });
}
