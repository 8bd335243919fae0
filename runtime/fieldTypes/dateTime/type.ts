import type { FieldType } from '../../core/fieldType.ts';
import { formatMoment, formatZoned } from '../../core/numbers/format.ts';
import { sampleMoment } from '../../core/time/sampleMoment.ts';

export const dateTime: FieldType = {
  title: { zh: '日期和时间', en: 'Date and time' },
  json: ['string'],
  // Range of years that calendars, clocks and databases all support.
  pattern:
    /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/,
  isBounded: true,
  message: { zh: '{title}应为日期和时间', en: '{title} must be a date and time' },
  isChosen: true,
  column: 'timestamptz',
  compare: 'date-time',
  filter: 'date',
  isMoment: true,
  formatText: (value, { zone }) =>
    zone === undefined ? formatMoment(String(value)) : formatZoned(String(value), 'minute', zone),
  cell: 'moment',
  cellHelp: { zh: '时间，如 2026-01-31 08:30', en: 'A date and time such as 2026-01-31 08:30' },
  control: 'dateTime',
  fitsCell: true,
  makeSample: sampleMoment,
};
