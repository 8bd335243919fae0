import { useEffect } from 'react';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { LivePoint } from '../../core/scheduler/types.ts';
import { windowLive } from '../../kit/api/live.ts';

const isPoint = (value: unknown): value is LivePoint =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'sn') === 'string' &&
  Number.isFinite(Reflect.get(value, 'ts')) &&
  Reflect.get(value, 'value') !== undefined;

export function readPoints(data: unknown): LivePoint[] {
  const points: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'points') : null;
  return Array.isArray(points) ? points.filter(isPoint) : [];
}

/** Draws pushed values at once. The refresh every 20 seconds also covers lost pushes. */
export function useLiveBoard(scheduler: Scheduler, stationSn: string, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    return windowLive().station(stationSn, {
      points: (data) => scheduler.push(readPoints(data)),
      alarm: () => scheduler.renew(['alarms', 'stationStatus']),
      open: (again) => {
        if (again) void scheduler.refresh();
      },
    });
  }, [scheduler, stationSn, on]);
}
