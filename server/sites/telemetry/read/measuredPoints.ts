/** Reads the first points of variables in a window, unreduced, for tables and files. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { inputsCourse, prepareFollower } from '../calculation/calculatedRead.ts';
import { calculatePoints, isCalculated } from '../calculation/calculation.ts';
import type { Calculated, TelemetryVariable } from '../types.ts';
import { BAD } from '../write/batch.ts';
import type { HistoryRequest } from './history.ts';
import { selectPoints } from './pointsSql.ts';

export interface MeasuredSeries {
  sn: string;
  points: [ts: number, value: number][];
  /** True if the window contains more points. */
  more: boolean;
}

interface Found {
  found: MeasuredSeries['points'];
  /** True if the end of the window was not read. */
  isCut: boolean;
}

type Part = Pick<HistoryRequest, 'from' | 'to' | 'maxPoints'>;

/** Number of points read from each input of a calculated variable, per requested point. */
const INPUT_POINTS = 2;

const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;

async function readOwn(
  trx: Trx,
  { tenantId, id }: TelemetryVariable,
  { from, to, maxPoints }: Part,
): Promise<Found> {
  const points = selectPoints({
    tenant: tenantId,
    variable: id,
    lower: toTimestamp(from),
    upper: toTimestamp(to),
  });
  const { rows } = await sql<{ ts: number; value: number }>`
    select (extract(epoch from p.ts) * 1000)::float8 as ts, p.value from ${points} as p
     where p.quality < ${BAD} order by p.ts limit ${maxPoints + 1}`.execute(trx);
  return { found: rows.map(({ ts, value }) => [ts, value]), isCut: false };
}

/** Reads the points of a formula. If its inputs have too many points, reads only the start of the window. */
async function readFormula(trx: Trx, variable: Calculated, part: Part): Promise<Found> {
  const { follower } = await prepareFollower(trx, variable, part.from);
  const most = variable.calculation.inputs.length * INPUT_POINTS * part.maxPoints;
  let { to } = part;
  let inputs = await inputsCourse(trx, variable, part, most);
  while (!inputs) {
    to = part.from + Math.floor((to - part.from) / 2);
    inputs = await inputsCourse(trx, variable, { from: part.from, to }, most);
  }
  return { found: [...calculatePoints(follower, inputs)], isCut: to < part.to };
}

/** Reads points in the order of `request.variables`, at most `maxPoints` each. Bad points are left out. */
export function readMeasured(
  db: Database,
  { tenantId, variables, ...part }: HistoryRequest,
): Promise<MeasuredSeries[]> {
  return db.tenant(tenantId, async (trx) => {
    const series: MeasuredSeries[] = [];
    for (const variable of variables) {
      const { found, isCut } = isCalculated(variable)
        ? await readFormula(trx, variable, part)
        : await readOwn(trx, variable, part);
      const points = found.slice(0, part.maxPoints);
      series.push({ sn: variable.sn, points, more: isCut || found.length > points.length });
    }
    return series;
  });
}
