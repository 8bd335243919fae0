/** Detects falling counters among points before they are written. Their spans are checked afterwards. */
import type { TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { ReadyPoint, TelemetryVariable } from '../types.ts';
import { BAD } from '../write/batch.ts';
import { isSwing } from '../write/counter.ts';
import type { LatestValue } from '../write/latest.ts';
import { READINGS_AHEAD } from './judge.ts';

/** A span of a counter to check, both ends inclusive. */
export interface Look extends TimeWindow {
  tenantId: number;
  sn: string;
}

export type FindLooks = (points: readonly ReadyPoint[]) => Look[];

type ReadLatest = (tenantId: number, variableId: number) => LatestValue | null;

const isCounted = ({ variable, value, quality }: ReadyPoint): boolean =>
  variable.kind === 'counter' && !variable.dailyReset && quality < BAD && typeof value === 'number';

/**
 * Returns a function that detects falling counters. After a fall, every reading is checked until the old level cannot
 * return any more. Points before the newest reading are always checked, because their neighbours are unknown here.
 */
export function createWatch(readLatest: ReadLatest): FindLooks {
  /** Number of further readings to check, by tenant and variable. */
  const ahead = new Map<string, number>();

  function isSuspect({ tenantId, id }: TelemetryVariable, ordered: readonly ReadyPoint[]): boolean {
    const key = `${tenantId}/${id}`;
    const latest = readLatest(tenantId, id);
    const first = ordered[0]!;
    let isFound = latest !== null && first.ts <= latest.ts;
    let previous = latest && first.ts > latest.ts ? Number(latest.value) : Number.NaN;
    for (const point of ordered) {
      const value = point.value as number;
      if (value < previous && !isSwing(previous, value)) ahead.set(key, READINGS_AHEAD + 1);
      previous = value;
      const left = ahead.get(key);
      if (left === undefined) continue;
      isFound = true;
      if (left > 1) ahead.set(key, left - 1);
      else ahead.delete(key);
    }
    return isFound;
  }

  return (points) => {
    const counted = points.filter(isCounted);
    if (counted.length === 0) return [];
    return [...Map.groupBy(counted, ({ variable }) => variable)].flatMap(([variable, of]) => {
      const ordered = of.length > 1 ? [...of].sort((a, b) => a.ts - b.ts) : of;
      if (!isSuspect(variable, ordered)) return [];
      const { tenantId, sn } = variable;
      return { tenantId, sn, from: ordered[0]!.ts, to: ordered.at(-1)!.ts };
    });
  };
}
