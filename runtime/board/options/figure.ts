/** The option `figure`: another unit of the same kind, and other decimals. Widgets receive the converted values. */

import { convertUnit, unitFactor } from '../../core/numbers/unit.ts';
import type { HistoryRow, NeedResult, RealtimeRow, StatisticRow } from '../../core/scheduler/types.ts';
import { historyRows, realtimeRows, statisticRows } from '../widget/reading.ts';
import type { NeedSpec } from '../widget/widget.ts';

export interface FigureOption {
  unit?: string;
  decimals?: number;
}

type Row = RealtimeRow | StatisticRow | HistoryRow;
type Change = <T>(value: T) => T;

function changeOf(row: Row, unit: string | undefined): { change: Change; unit: string | null | undefined } {
  const factor = unit === undefined ? null : unitFactor(row.unit ?? '', unit);
  if (factor === null) return { change: (value) => value, unit: row.unit };
  return {
    change: <T>(value: T) => (typeof value === 'number' ? (convertUnit(value, factor) as T) : value),
    unit,
  };
}

/**
 * Converts the rows of one answer to the chosen unit. Variables of another quantity keep their unit. Null for
 * other kinds of requests.
 */
function rowsShape(spec: NeedSpec, result: NeedResult, option: FigureOption): Row[] | null {
  const shape = <R extends Row>(row: R, values: (change: Change) => Partial<R>): R => {
    const { change, unit } = changeOf(row, option.unit);
    return {
      ...row,
      unit,
      ...(option.decimals !== undefined && { decimals: option.decimals }),
      ...values(change),
    };
  };
  switch (spec.kind) {
    case 'realtime':
      return realtimeRows(result).map((row) => shape(row, (change) => ({ data: change(row.data) })));
    case 'statistic':
      return statisticRows(result).map((row) =>
        shape(row, (change) => ({ value: change(row.value), datas: row.datas.map(change) })),
      );
    case 'history':
      return historyRows(result).map((row) =>
        shape(row, (change) => ({
          points: row.points.map(([ts, value]): [number, number | null] => [ts, change(value)]),
        })),
      );
    default:
      return null;
  }
}

export function resultsShape(
  specs: readonly NeedSpec[],
  results: readonly NeedResult[],
  option: FigureOption,
): NeedResult[] {
  if (option.unit === undefined && option.decimals === undefined) return [...results];
  return results.map((result, index) => {
    const spec = specs[index];
    const data = spec && result.ok ? rowsShape(spec, result, option) : null;
    return data ? { ...result, data } : result;
  });
}
