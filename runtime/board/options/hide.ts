/** The option `hide`: a widget without content leaves the board outside edit mode. */
import { valueNeed } from '../widget/period.ts';
import { readingOf } from '../widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../widget/widget.ts';

export interface HideOption {
  when?: string;
  deviceVar?: string[];
  value?: number;
}

type Moment = Pick<WidgetContext, 'now' | 'zone' | 'historical'>;

/** The value that the rule asks about, of a saved record its last one; null where nothing is to be hidden. */
export function hideNeed(hide: HideOption | undefined, moment: Moment): NeedSpec | null {
  const sn = hide?.deviceVar?.[1];
  return !hide || !sn || hide.when === undefined || hide.when === 'never' ? null : valueNeed([sn], moment);
}

/** Before the first answer, and after one that failed, the widget stays in sight. */
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
