import { formatMoment } from '../../core/format.ts';
import { startDay } from '../../core/timeWindow.ts';
import type { Translate } from '../../kit/i18n/index.ts';
import type { BoardRange } from '../widget/widget.ts';

/** The range as one reads it on its button. */
export function rangeWords(range: BoardRange | null, zone: string, t: Translate): string {
  if (range === null) return t('look.rangeOwn');
  if (typeof range === 'string') return t(`look.range.${range}`);
  const { from, to } = range;
  const days = startDay(from, zone) === from && startDay(to, zone) === to;
  const first = formatMoment(from, days ? 'date' : 'minute', zone);
  const last = formatMoment(days ? to - 1 : to, days ? 'date' : 'minute', zone);
  return first === last ? first : `${first} – ${last}`;
}
