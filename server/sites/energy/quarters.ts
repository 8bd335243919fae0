/**
 * The energy per quarter hour, the basis of billed demand. The energy between two readings is spread evenly over the
 * time between them. Readings that are more than a quarter hour apart leave a gap.
 */
import { sql } from 'kysely';
import { roundDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { selectPoints, steppedOf } from '../telemetry/read/pointsSql.ts';
import { BAD } from '../telemetry/write/batch.ts';
import { float8Array, int4Array } from '../telemetry/write/binaryArrays.ts';
import { decimalOf, ENERGY_DECIMALS } from './charge.ts';
import { ENERGY_UNIT } from './electricity.ts';

export const QUARTER_MS = 15 * 60_000;
const QUARTER_S = QUARTER_MS / 1000;
/** Maximum delay of a quarter hour's reading, in ms. */
export const SLACK_MS = 60_000;
const LONGEST_S = (QUARTER_MS + SLACK_MS) / 1000;
/** Reading times are exact to the millisecond. */
const WHOLE_S = QUARTER_S - 1;

/** Quarter hours in UTC. They start at the same times in every time zone. */
export interface QuarterWindow {
  from: number;
  to: number;
}

interface QuarterRow {
  id: number;
  /** Quarter hours since 1970. */
  quarter: number;
  energy: number;
}

const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;
const EPOCH = (column: string) => sql.raw(`extract(epoch from ${column})::float8`);

/** Reads quarter hours. An amount starts at its own time. Its duration is the distance to the nearer neighbour. */
const queryQuarters = (
  tenantId: number,
  variables: readonly TelemetryVariable[],
  { from, to }: QuarterWindow,
) => sql<QuarterRow>`
  with v as (
      select id, nullif(roll_over, 0) as roll_over, amounts = 1 as amounts
        from unnest(${int4Array(variables.map(({ id }) => id))}::int4[],
          ${float8Array(variables.map(({ rollOver }) => rollOver ?? 0))}::float8[],
          ${int4Array(variables.map(({ kind }) => Number(kind === 'interval')))}::int4[]) as u(id, roll_over, amounts)),
    p as (
      select v.*, ${EPOCH('p.ts')} as ts, p.value, ${sql.raw(steppedOf('p'))} as stepped, ${EPOCH('lag(p.ts) over w')} as since,
          ${EPOCH('lead(p.ts) over w')} as later, lag(p.value) over w as before
        from v, ${selectPoints({
          tenant: tenantId,
          variable: sql.raw('v.id'),
          lower: toTimestamp(from - QUARTER_MS - SLACK_MS),
          upper: toTimestamp(to + QUARTER_MS + SLACK_MS),
        })} as p
       where p.quality < ${BAD} window w as (partition by v.id order by p.ts)),
    s as (
      select id, case when amounts then ts else since end as begun,
          case when amounts then ts + least(ts - since, later - ts) else ts end as ended,
          case when amounts then value else counter_step(before, stepped, roll_over) end as energy
        from p),
    q as (
      select id, quarter, s.energy, s.ended - s.begun as seconds,
          least(s.ended, (quarter + 1) * ${QUARTER_S}::int4) - greatest(s.begun, quarter * ${QUARTER_S}::int4) as inside
        from s, generate_series(floor(s.begun / ${QUARTER_S}::int4)::int8,
          ceil(s.ended / ${QUARTER_S}::int4)::int8 - 1) as quarter
       where s.ended > s.begun and s.ended - s.begun <= ${LONGEST_S}::float8)
  select id, quarter::float8 as quarter,
      sum(case when inside = seconds then energy else energy * inside / seconds end) as energy
    from q where quarter >= ${from / QUARTER_MS}::int8 and quarter < ${to / QUARTER_MS}::int8
   group by 1, 2 having sum(inside) >= ${WHOLE_S}::float8`;

/** Reads the quarter hours that start within a window: total kWh of all these meters. NaN if a meter has a gap. */
export async function readQuarters(
  trx: ScopedTrx,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  window: QuarterWindow,
): Promise<Float64Array> {
  const length = Math.max(0, (window.to - window.from) / QUARTER_MS);
  const sums = new Float64Array(length);
  if (length === 0 || variables.length === 0) return sums.fill(Number.NaN);
  const { rows } = await queryQuarters(tenantId, variables, window).execute(trx);
  const ofVariable = Map.groupBy(rows, ({ id }) => id);
  for (const { id, unit } of variables) {
    const own = new Float64Array(length).fill(Number.NaN);
    const factor = unitFactor(unit, ENERGY_UNIT) ?? Number.NaN;
    for (const { quarter, energy } of ofVariable.get(id) ?? [])
      own[quarter - window.from / QUARTER_MS] = convertUnit(energy, factor);
    for (const [at, energy] of own.entries()) sums[at]! += energy;
  }
  return sums.map((energy) =>
    Number.isNaN(energy) ? energy : Number(roundDecimal(decimalOf(energy), ENERGY_DECIMALS)),
  );
}
