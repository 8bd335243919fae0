/** The option `compare`: the same question about an earlier period, asked along with the widget's own. */
import { type PeriodType, window_before } from '../../core/timeWindow.ts';
import type { NeedSpec, WidgetContext } from '../widget.ts';

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

/** Each question over a window again, one day, month or year earlier; in the order of the questions. */
export function compareNeeds(
  specs: readonly NeedSpec[],
  compare: unknown,
  { zone }: Pick<WidgetContext, 'zone'>,
): NeedSpec[] {
  if (!isComparePeriod(compare)) return [];
  const shift = <W extends Window>(window: W): W => {
    const now = { from: Date.parse(window.from), to: Date.parse(window.to) };
    const { from, to } = window_before(now, compare, zone);
    return { ...window, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  };
  return specs.flatMap((spec): NeedSpec[] => {
    if (spec.kind === 'call') {
      if (isWindow(spec.body)) return [{ ...spec, body: shift(spec.body) }];
      return isWindow(spec.query) ? [{ ...spec, query: shift(spec.query) }] : [];
    }
    return 'from' in spec ? [shift(spec)] : [];
  });
}
