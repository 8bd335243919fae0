/** The option `compare`: the same question about an earlier period, asked along with the widget's own. */
import { type PeriodType, unit_shift } from '../../core/timeWindow.ts';
import type { NeedSpec, WidgetContext } from '../widget.ts';

const UNIT = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const satisfies Record<PeriodType, string>;

const isPeriod = (value: unknown): value is PeriodType =>
  typeof value === 'string' && Object.hasOwn(UNIT, value);

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
  if (!isPeriod(compare)) return [];
  return specs.flatMap((spec) =>
    'from' in spec && 'to' in spec
      ? [{ ...spec, from: earlier(spec.from, compare, zone), to: earlier(spec.to, compare, zone) }]
      : [],
  );
}
