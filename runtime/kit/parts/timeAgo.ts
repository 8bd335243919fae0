/** Writes a moment as the time since then, or as a date if it is long ago. */

import { formatMoment } from '../../core/numbers/format.ts';
import type { Lang } from '../../core/text/lang.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const LONG_AGO = 7 * DAY;

const formats: Record<Lang, Intl.RelativeTimeFormat> = {
  zh: new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
};
const NOW: Record<Lang, string> = { zh: '刚刚', en: 'just now' };

export function timeAgo(moment: string, now: number, lang: Lang): string {
  const seconds = Math.round((now - Date.parse(moment)) / 1000);
  if (seconds < MINUTE) return NOW[lang];
  if (seconds < HOUR) return formats[lang].format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return formats[lang].format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < LONG_AGO) return formats[lang].format(-Math.floor(seconds / DAY), 'day');
  return formatMoment(moment).slice(0, '2026-01-01'.length);
}
