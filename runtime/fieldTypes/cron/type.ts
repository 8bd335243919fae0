import type { FieldType } from '../../core/fieldType.ts';

/** Returns the pattern of a part: `*`, a value, or a range, each with an optional step. */
function buildPart(value: string): string {
  const part = String.raw`(?:\*|(?:${value})(?:-(?:${value}))?)(?:\/[1-9]\d?)?`;
  return `${part}(?:,${part}){0,30}`;
}

/** Minute, hour, day of the month, month, weekday. */
const PARTS = [
  '[0-5]?\\d',
  '2[0-3]|[01]?\\d',
  '3[01]|[12]\\d|0?[1-9]',
  '1[0-2]|0?[1-9]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC',
  '[0-7]|SUN|MON|TUE|WED|THU|FRI|SAT',
];

export const cron: FieldType = {
  title: { zh: '计划（cron）', en: 'Schedule (cron)' },
  json: ['string'],
  pattern: new RegExp(`^${PARTS.map(buildPart).join(' ')}$`),
  message: {
    zh: '{title}应为五段：分钟 小时 日 月 星期，例如 0 8 * * 1-5',
    en: '{title} needs five parts (minute, hour, day, month, weekday) such as 0 8 * * 1-5',
  },
  isWide: true,
  control: 'cron',
  makeSample: () => '0 8 * * 1-5',
};
