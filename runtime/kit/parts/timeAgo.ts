/** Formats a moment as elapsed time, or as a date if it is long ago. */

import { formatMoment } from '../../core/numbers/format.ts';
import { type Lang, languageOf } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const LONG_AGO = 7 * DAY;

const formats = new Map<Lang, Intl.RelativeTimeFormat>();
const NOW = { zh: '刚刚', en: 'just now' };

function formatOf(lang: Lang): Intl.RelativeTimeFormat {
  const format =
    formats.get(lang) ?? new Intl.RelativeTimeFormat(languageOf(lang).locale, { numeric: 'auto' });
  formats.set(lang, format);
  return format;
}

export function timeAgo(moment: string, now: number, lang: Lang): string {
  const seconds = Math.round((now - Date.parse(moment)) / 1000);
  if (seconds < MINUTE) return pickText(NOW, lang);
  if (seconds < HOUR) return formatOf(lang).format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return formatOf(lang).format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < LONG_AGO) return formatOf(lang).format(-Math.floor(seconds / DAY), 'day');
  return formatMoment(moment).slice(0, '2026-01-01'.length);
}
