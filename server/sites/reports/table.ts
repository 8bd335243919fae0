/** The table of a report, used by the page, its files and the kept report. */
import type { components } from '../../../generated/api.ts';
import { bucketBounds, isoLocal, MAX_BUCKETS } from '../../../runtime/core/time/timeWindow.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { statisticOfVariables } from '../telemetry/read/needs.ts';
import type { TelemetryVariable } from '../telemetry/types.ts';

export type ReportTable = components['schemas']['ReportTable'];
export type ReportLine = ReportTable['lines'][number];

export interface ReportQuestion
  extends Pick<ReportTable, 'title' | 'stationName' | 'zone' | 'interval' | 'method'> {
  tenantId: number;
  /** The lines of the report in their order. Lines without a variable are marked as missing. */
  sns: readonly string[];
  variables: readonly TelemetryVariable[];
  /** Half-open window in milliseconds. */
  from: number;
  to: number;
}

/**
 * Maximum number of rows, about the hours of three months. Longer pages are refused, because they would be unreadable.
 */
export const MAX_ROWS = 2_500;
const PERCENT = 100;
/** Rounds completeness down to a tenth of a percent, so that it shows 100 % only if nothing is missing. */
const percentOf = (share: number): number => Math.floor(share * PERCENT * 10) / 10;

const missingLine = (sn: string, rows: number): ReportLine => ({
  ...{ sn, name: sn, deviceName: '', unit: '', decimals: 0, missing: true },
  ...{ datas: Array.from({ length: rows }, () => null), total: null, samples: 0, completeness: null },
});

function boundsOf({ from, to, interval, zone }: ReportQuestion): number[] {
  try {
    const bounds = bucketBounds({ from, to }, interval, zone);
    if (bounds.length - 1 <= MAX_ROWS) return bounds;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
  }
  throw new AppError('report.tooManyRows', { limit: MAX_ROWS }, { field: '/interval' });
}

export async function readReport(
  telemetry: Pick<Telemetry, 'statistic' | 'recorded'>,
  question: ReportQuestion,
): Promise<ReportTable> {
  const { tenantId, sns, method, interval, from, to, zone, title, stationName } = question;
  const bounds = boundsOf(question);
  const rows = bounds.length - 1;
  const variables = question.variables.filter(({ dataType }) => dataType !== 'text');
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const figures = await statisticOfVariables(
    variables,
    { method, bucket: interval, ...window },
    tenantId,
    telemetry,
  );
  const recorded = await telemetry.recorded({ tenantId, variables, from, to });
  const recordedOf = new Map(variables.map(({ sn }, at) => [sn, recorded[at]!]));
  const figuresOf = new Map(figures.map((one) => [one.sn, one]));
  const lines = sns.map((sn): ReportLine => {
    const found = figuresOf.get(sn);
    if (!found) return missingLine(sn, rows);
    const { samples, share } = recordedOf.get(sn)!;
    const { name, deviceName, unit, decimals, value: total, datas } = found;
    const completeness = share === null ? null : percentOf(share);
    return { sn, name, deviceName, unit, decimals, missing: false, datas, total, samples, completeness };
  });
  const shares = recorded.flatMap(({ share }) => (share === null ? [] : [share]));
  return {
    ...{ title, stationName, zone, ...window, interval, method, lines },
    time_keys: bounds.slice(0, rows).map((ts) => isoLocal(ts, zone)),
    completeness:
      shares.length === 0 ? null : percentOf(shares.reduce((sum, share) => sum + share, 0) / shares.length),
  };
}
