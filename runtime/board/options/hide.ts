/** The option `hide`: a widget without content is hidden outside edit mode. */
import { valueNeed } from '../widget/period.ts';
import { readingOf } from '../widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../widget/widget.ts';

export interface HideOption {
  when?: string;
  deviceVar?: string[];
  value?: number;
}

type Moment = Pick<WidgetContext, 'now' | 'zone' | 'historical'>;

/** Returns the need for the value that `hide` checks. A saved record uses its last value. Null without the option. */
export function hideNeed(hide: HideOption | undefined, moment: Moment): NeedSpec | null {
  const sn = hide?.deviceVar?.[1];
  return !hide || !sn || hide.when === undefined || hide.when === 'never' ? null : valueNeed([sn], moment);
}

/** Returns whether the widget is hidden. Before the first answer, and after a failed one, the widget is visible. */
export function isHidden(
  hide: HideOption | undefined,
  result: NeedResult | undefined,
  moment: Moment,
): boolean {
  const need = hideNeed(hide, moment);
  if (!hide || !need || !result?.ok) return false;
  const value = readingOf(need, result)?.value ?? null;
  if (hide.when === 'noData') return value === null;
  if (typeof value !== 'number' || hide.value === undefined) return false;
  if (hide.when === 'below') return value < hide.value;
  return hide.when === 'above' ? value > hide.value : value === hide.value;
}
