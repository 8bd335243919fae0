/** The option `compare`: repeats a widget's requests for an earlier period, in the same refresh. */
import { type PeriodType, windowBefore } from '../../core/time/timeWindow.ts';
import type { NeedSpec, WidgetContext } from '../widget/widget.ts';

const PERIODS: ReadonlySet<unknown> = new Set<PeriodType>(['DAY', 'MONTH', 'YEAR']);

export const isComparePeriod = (value: unknown): value is PeriodType => PERIODS.has(value);

interface Window {
  from: string;
  to: string;
}
const isWindow = (value: unknown): value is Window & Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  ['from', 'to'].every((name) => typeof Reflect.get(value, name) === 'string');

/** Returns the window of a request. Null if it has none. */
export function specWindow(spec: NeedSpec): Window | null {
  if (spec.kind === 'call') return [spec.body, spec.query].find(isWindow) ?? null;
  return 'from' in spec ? spec : null;
}

/** Returns whether a need draws a course. The comparison covers the whole earlier window, beyond the current time. */
const isCourse = (spec: NeedSpec): boolean =>
  spec.kind === 'history' || (spec.kind === 'statistic' && spec.bucket !== 'total');

/**
 * Repeats each request over a window, one day, month or year earlier, in the same order. If the window of a total is
 * still running, the earlier window ends at the same point. Both totals therefore cover the same duration.
 */
export function compareNeeds(
  specs: readonly NeedSpec[],
  compare: unknown,
  { now, zone }: Pick<WidgetContext, 'now' | 'zone'>,
): NeedSpec[] {
  if (!isComparePeriod(compare)) return [];
  const shift = <W extends Window>(window: W, whole: boolean): W => {
    const [start, end] = [Date.parse(window.from), Date.parse(window.to)];
    const runs = start <= now && now < end;
    const ownWindow = { from: start, to: runs && !whole ? now + 1 : end };
    const { from, to } = windowBefore(ownWindow, compare, zone);
    return { ...window, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  };
  return specs.flatMap((spec): NeedSpec[] => {
    if (spec.kind === 'call') {
      if (isWindow(spec.body)) return [{ ...spec, body: shift(spec.body, false) }];
      return isWindow(spec.query) ? [{ ...spec, query: shift(spec.query, false) }] : [];
    }
    return 'from' in spec ? [shift(spec, isCourse(spec))] : [];
  });
}
