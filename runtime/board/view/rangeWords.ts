import { moment_format } from '../../core/format.ts';
import { day_start } from '../../core/timeWindow.ts';
import type { Translate } from '../../i18n/index.ts';
import type { BoardRange } from '../options/range.ts';

/** The range as one reads it on its button. */
export function range_words(range: BoardRange | null, zone: string, t: Translate): string {
  if (range === null) return t('look.rangeOwn');
  if (typeof range === 'string') return t(`look.range.${range}`);
  const { from, to } = range;
  const days = day_start(from, zone) === from && day_start(to, zone) === to;
  const first = moment_format(from, days ? 'date' : 'minute', zone);
  const last = moment_format(days ? to - 1 : to, days ? 'date' : 'minute', zone);
  return first === last ? first : `${first} – ${last}`;
}
