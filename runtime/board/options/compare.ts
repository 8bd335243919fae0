/** The option `compare`: the same question about an earlier period, asked along with the widget's own. */
import { type PeriodType, unit_shift } from '../../core/timeWindow.ts';
import type { NeedSpec, WidgetContext } from '../widget.ts';

const UNIT = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const satisfies Record<PeriodType, string>;

export const isComparePeriod = (value: unknown): value is PeriodType =>
  typeof value === 'string' && Object.hasOwn(UNIT, value);

interface Window {
  from: string;
  to: string;
}
const isWindow = (value: unknown): value is Window & Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  ['from', 'to'].every((name) => typeof Reflect.get(value, name) === 'string');

/** On the station's clock: the 31st is compared with the last day of a shorter month. */
function earlier(iso: string, type: PeriodType, zone: string): string {
  return new Date(unit_shift(Date.parse(iso), UNIT[type], -1, zone)).toISOString();
}

/** Each question over a window again, one day, month or year earlier; in the order of the questions. */
export function compareNeeds(
  specs: readonly NeedSpec[],
  compare: unknown,
  { zone }: Pick<WidgetContext, 'zone'>,
): NeedSpec[] {
  if (!isComparePeriod(compare)) return [];
  const shift = <W extends Window>(window: W): W => ({
    ...window,
    from: earlier(window.from, compare, zone),
    to: earlier(window.to, compare, zone),
  });
  return specs.flatMap((spec): NeedSpec[] => {
    if (spec.kind === 'call') {
      if (isWindow(spec.body)) return [{ ...spec, body: shift(spec.body) }];
      return isWindow(spec.query) ? [{ ...spec, query: shift(spec.query) }] : [];
    }
    return 'from' in spec ? [shift(spec)] : [];
  });
}
