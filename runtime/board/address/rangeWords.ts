import { formatMoment } from '../../core/numbers/format.ts';
import type { Lang } from '../../core/text/lang.ts';
import { isNamedRange } from '../../core/time/namedRange.ts';
import type { RangeName } from '../../core/time/rangeName.ts';
import { type RollingUnit, readRolling } from '../../core/time/rollingRange.ts';
import { startDay } from '../../core/time/timeWindow.ts';
import type { Translate } from '../../kit/i18n/index.ts';
import type { Instants } from '../widget/widget.ts';

const UNIT: Record<RollingUnit, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week' };
const DATE = 'YYYY-MM-DD'.length;
const YEAR = 'YYYY-'.length;

/** Returns words such as "Yesterday" or "Past 3 hours". */
export function rangeNameWords(name: RangeName, lang: Lang, t: Translate): string {
  if (isNamedRange(name)) return t(`look.range.${name}`);
  const { count, unit } = readRolling(name)!;
  const length = new Intl.NumberFormat(lang, { style: 'unit', unit: UNIT[unit], unitDisplay: 'long' });
  return t('look.past', { length: length.format(count) });
}

/**
 * Describes a span by dates if it consists of whole days, otherwise with times. A common day or year is written once.
 */
export function spanWords({ from, to }: Instants, zone: string): string {
  const days = startDay(from, zone) === from && startDay(to, zone) === to;
  const first = formatMoment(from, days ? 'date' : 'minute', zone);
  const last = formatMoment(days ? to - 1 : to, days ? 'date' : 'minute', zone);
  if (first === last) return first;
  const sameDay = !days && first.slice(0, DATE) === last.slice(0, DATE);
  const sameYear = first.slice(0, YEAR) === last.slice(0, YEAR);
  return `${first} – ${last.slice(sameDay ? DATE + 1 : sameYear ? YEAR : 0)}`;
}
