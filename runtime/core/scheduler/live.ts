/** Inserts pushed points into the results of widgets. */
import type { HistoryRow, LivePoint, NeedResult, NeedSpec, RealtimeRow } from './types.ts';

type ByVariable = ReadonlyMap<string, readonly LivePoint[]>;

export const groupPoints = (points: readonly LivePoint[]): Map<string, LivePoint[]> => {
  const groups = new Map<string, LivePoint[]>();
  for (const point of points) groups.set(point.sn, [...(groups.get(point.sn) ?? []), point]);
  return groups;
};

const timeOf = (ts: string | number | null): number =>
  typeof ts === 'number' ? ts : ts === null ? Number.NEGATIVE_INFINITY : Date.parse(ts);

function patchRealtime(row: RealtimeRow, points: readonly LivePoint[]): RealtimeRow {
  const latest = points.reduce((a, b) => (b.ts >= a.ts ? b : a));
  return latest.ts < timeOf(row.ts) ? row : { ...row, data: latest.value, ts: latest.ts, stale: false };
}

function patchHistory(row: HistoryRow, points: readonly LivePoint[], from: number, to: number): HistoryRow {
  const last = row.points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  const fresh = points
    .filter((point) => point.ts > last && point.ts >= from && point.ts < to)
    .flatMap((point): [number, number][] =>
      typeof point.value === 'number' ? [[point.ts, point.value]] : [],
    )
    .sort((a, b) => a[0] - b[0]);
  return fresh.length ? { ...row, points: [...row.points, ...fresh] } : row;
}

/**
 * Returns the result with the points. An unaffected result remains the same object, so that its widget does not render.
 */
export function patchResult(spec: NeedSpec, result: NeedResult, points: ByVariable): NeedResult {
  if (!result.ok || !Array.isArray(result.data)) return result;
  let changed = false;
  const patch = <Row extends { sn: string }>(
    rows: Row[],
    change: (row: Row, news: readonly LivePoint[]) => Row,
  ) =>
    rows.map((row) => {
      const news = points.get(row.sn);
      const next = news ? change(row, news) : row;
      changed ||= next !== row;
      return next;
    });
  let data: unknown = result.data;
  if (spec.kind === 'realtime') data = patch(result.data as RealtimeRow[], patchRealtime);
  if (spec.kind === 'history') {
    const [from, to] = [Date.parse(spec.from), Date.parse(spec.to)];
    data = patch(result.data as HistoryRow[], (row, news) => patchHistory(row, news, from, to));
  }
  return changed ? { ...result, data } : result;
}
