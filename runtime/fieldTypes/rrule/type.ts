import type { FieldType } from '../../core/fieldType.ts';
import { ruleText } from './parts.ts';

/** Returns the pattern for a list of values with limited length. */
const listOf = (value: string): string => `(?:${value})(?:,(?:${value})){0,40}`;

const WEEKDAY = 'MO|TU|WE|TH|FR|SA|SU';

/** Supported parts. Hours and week numbers are not supported. */
const PARTS = [
  String.raw`INTERVAL=[1-9]\d{0,2}`,
  String.raw`COUNT=[1-9]\d{0,3}`,
  String.raw`UNTIL=\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`,
  `BYDAY=${listOf(`(?:[+-]?[1-5])?(?:${WEEKDAY})`)}`,
  `BYMONTHDAY=${listOf('-?(?:3[01]|[12]\\d|[1-9])')}`,
  `BYMONTH=${listOf('1[0-2]|[1-9]')}`,
  `BYSETPOS=${listOf('-?(?:3[01]|[12]\\d|[1-9])')}`,
  `WKST=(?:${WEEKDAY})`,
];

export const rrule: FieldType = {
  title: { zh: '重复规则', en: 'Recurrence' },
  json: ['string'],
  implied: { maxLength: 200 },
  pattern: new RegExp(`^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:${PARTS.join('|')})){0,8}$`),
  message: {
    zh: '{title}应为 RFC 5545 重复规则，例如 FREQ=MONTHLY;BYMONTHDAY=1',
    en: '{title} must be a recurrence rule (RFC 5545) such as FREQ=MONTHLY;BYMONTHDAY=1',
  },
  isWide: true,
  formatText: (value, { lang }) => ruleText(String(value), lang),
  control: 'rrule',
  makeSample: () => 'FREQ=WEEKLY;BYDAY=MO',
};
